import { useCallback } from 'react'

/** Gives an image element an address in the browser's memory for as long as it shows the file. */
export function useFileAddress(src: string | Blob | undefined) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !(src instanceof Blob)) return undefined
      const address = URL.createObjectURL(src)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [src],
  )
}
