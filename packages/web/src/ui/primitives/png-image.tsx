import { useCallback, type ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  /** The PNG in base64. */
  png: string
  alt: string
}

/** An image kept as text: the content security policy lets images come from `blob:` but not from `data:`. */
export function PngImage({ png, alt, ...rest }: Props) {
  const draw = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
      const url = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [png],
  )
  return <img {...rest} alt={alt} ref={draw} />
}
