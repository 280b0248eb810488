/** How large a png or jpeg is. */
export interface PixelSize {
  width: number
  height: number
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Where the width stands in the first chunk of a png, and the height behind it (PNG, section 11.2.1). */
const PNG_WIDTH = 16

/** Start-of-frame markers of a jpeg, which hold its size: all of C0 to CF but three (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Reads the size of a png or jpeg from its head, without decoding it: an image that is too large costs no memory.
 * Undefined when the file is neither, whatever it is named.
 */
export async function pixelSizeOf(file: Blob): Promise<PixelSize | undefined> {
  const data = new DataView(await file.arrayBuffer())
  try {
    if (PNG_SIGNATURE.every((byte, index) => data.getUint8(index) === byte)) {
      return { width: data.getUint32(PNG_WIDTH), height: data.getUint32(PNG_WIDTH + 4) }
    }
    return data.getUint16(0) === 0xffd8 ? jpegSize(data) : undefined
  } catch (error) {
    // The file ends before its size does.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function jpegSize(data: DataView): PixelSize | undefined {
  let position = 2
  while (data.getUint8(position) === 0xff) {
    const marker = data.getUint8(position + 1)
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) position += 1
    else if (isFrame(marker)) return { height: data.getUint16(position + 5), width: data.getUint16(position + 7) }
    else position += 2 + data.getUint16(position + 2)
  }
  return undefined
}
