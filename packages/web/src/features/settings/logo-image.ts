/** The longest side of a stored logo in pixels, twice the recommended 200 for sharp screens (specification, section 2). */
const MAX_SIDE = 400

/**
 * Converts an image to a small PNG that fits into the browser's storage. Returns base64. Throws `DOMException` if the
 * browser cannot display it.
 */
export async function logoFromFile(file: File): Promise<string> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    // An SVG without a size fills the square.
    const { width = MAX_SIDE, height = MAX_SIDE } = image.width && image.height ? image : {}
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
  } finally {
    URL.revokeObjectURL(url)
  }
}
