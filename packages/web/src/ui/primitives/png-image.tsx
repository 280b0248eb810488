import { useMemo, type ComponentProps } from 'react'
import { useFileAddress } from './use-file-address.ts'

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  /** The PNG in base64. */
  png: string
  alt: string
}

/** An image kept as text: the content security policy lets images come from `blob:` but not from `data:`. */
export function PngImage({ png, alt, ...rest }: Props) {
  const file = useMemo(
    () => new Blob([Uint8Array.from(atob(png), (character) => character.charCodeAt(0))], { type: 'image/png' }),
    [png],
  )
  return <img {...rest} alt={alt} ref={useFileAddress(file)} />
}
