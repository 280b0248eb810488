import { useMemo, type ComponentProps } from 'react'
import { useObjectUrl } from './use-object-url.ts'

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  /** PNG in base64. */
  png: string
  alt: string
}

/** An image from text, shown by a `blob:` URL because the content security policy does not allow `data:`. */
export function PngImage({ png, alt, ...rest }: Props) {
  const file = useMemo(
    () => new Blob([Uint8Array.from(atob(png), (character) => character.charCodeAt(0))], { type: 'image/png' }),
    [png],
  )
  return <img {...rest} alt={alt} ref={useObjectUrl(file)} />
}
