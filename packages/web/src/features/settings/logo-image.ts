/** Longest side of a stored logo in pixels: twice the recommended 200, for sharp screens (specification, section 2). */
const MAX_SIDE = 400

/**
 * Draws the admin's image anew as a small PNG, so that it fits into the browser's storage whatever its size was.
 * Answers base64. Throws `DOMException` for what no browser can draw.
 */
export async function logoFromFile(file: File): Promise<string> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { width, height } = fitted(image)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
    return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A drawing without a size of its own, as an SVG may be, fills the square. */
function fitted({ naturalWidth, naturalHeight }: HTMLImageElement): { width: number; height: number } {
  if (naturalWidth === 0 || naturalHeight === 0) return { width: MAX_SIDE, height: MAX_SIDE }
  const scale = Math.min(1, MAX_SIDE / Math.max(naturalWidth, naturalHeight))
  return {
    width: Math.max(1, Math.round(naturalWidth * scale)),
    height: Math.max(1, Math.round(naturalHeight * scale)),
  }
}
