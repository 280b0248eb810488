import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RED_PNG } from './images.ts'
import { temporaryFolder } from './temporary-folder.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
const JPEG_START = Buffer.from('\u00FF\u00D8\u00FF\u00E0', 'latin1')
const MIB = 1024 * 1024

/** Writes images, and files that only look like images, to a new folder. Returns their paths by name. */
export function pictureFiles(): (name: string) => string {
  const folder = temporaryFolder()
  const files: Record<string, string | Buffer> = {
    'picture.png': RED_PNG,
    'picture.svg': SVG,
    'picture.xml': SVG,
    picture: RED_PNG,
    'jpeg.png': JPEG_START,
    'text.png': 'not a picture',
    'empty.png': '',
    'animated.gif': 'GIF89a',
    'large.png': Buffer.concat([RED_PNG, Buffer.alloc(5 * MIB)]),
    'large.svg': SVG + ' '.repeat(MIB / 2),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return (name) => join(folder, name)
}
