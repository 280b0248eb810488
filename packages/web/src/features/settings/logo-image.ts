/** The longest side of a stored logo in pixels, twice the recommended 200 for sharp screens (specification, section 2). */
const MAX_SIDE = 400

/**
 * Converts an image to a small PNG that fits into the browser's storage. Returns base64. Throws `DOMException` if the
 * browser cannot display it.
 */
export async function logoFromFile(file: File): Promise<string> {
  // `createImageBitmap` does not support SVG.
  const image = file.type === 'image/svg+xml' ? await loadSvg(file) : await createImageBitmap(file)
  const { width, height } = fitSize(image)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}

async function loadSvg(file: File): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Fits a size into the square. An SVG without a size fills it. */
function fitSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  if (width === 0 || height === 0) return { width: MAX_SIDE, height: MAX_SIDE }
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
