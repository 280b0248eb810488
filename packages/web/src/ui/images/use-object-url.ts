import { useCallback } from 'react'

/** Returns a ref that sets an image's `src` to an object URL of the file while the image is mounted. */
export function useObjectUrl(src: string | Blob | undefined) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !(src instanceof Blob)) return undefined
      const url = URL.createObjectURL(src)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [src],
  )
}
