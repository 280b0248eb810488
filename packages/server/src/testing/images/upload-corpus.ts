import { gzipSync } from 'node:zlib'
import { rasterCases } from './raster-corpus.ts'
import { svgText, pngOf } from './sample-images.ts'
import { svgCases } from './svg-corpus.ts'
import type { UploadCase } from './upload-case.ts'

const HTML = '<!doctype html><script>alert(1)</script>'

/** Returns images, and files disguised as images. Larger files are in the tests of the limits. */
export async function uploadCases(): Promise<UploadCase[]> {
  return [...(await rasterCases()), ...svgCases(), ...otherFiles()]
}

/** File names that have misled other software; the server uses none. */
export const HOSTILE_FILE_NAMES: readonly string[] = [
  '../'.repeat(8) + 'etc/passwd',
  '..\\'.repeat(8) + 'windows/win.ini',
  '%2e%2e%2f'.repeat(8) + 'rapport.db',
  '/etc/passwd',
  String.raw`C:\autoexec.bat`,
  'NUL.png',
  '.htaccess',
  'a.svg.html',
  'a.php.png',
  'a.png::$DATA',
  'a\u202Egnp.exe',
  'a\u0000b.png',
  'a\r\nX-Header: b.png',
  'a"; filename="b.html',
  '$(id).png',
  '<script>alert(1)</script>.svg',
  'x'.repeat(5000),
  '👩‍❤️‍👨'.repeat(60),
  '\uD800.png',
  '__proto__',
  ' ',
  '..',
]

/** Other formats by their first bytes, including those that image libraries read. */
const FORMATS: Record<string, string> = {
  'a gif': 'GIF89a\x01\x00\x01\x00\x00\x00\x00;',
  'a gif with HTML': `GIF89a/*${HTML}*/=1;`,
  'a webp': 'RIFF\x1a\x00\x00\x00WEBPVP8L',
  'a bmp': 'BM\x00\x00\x00\x00',
  'a tiff': 'II*\x00\x08\0\0\0',
  'an avif': '\x00\x00\x00\x1cftypavif',
  'a jxl': '\xff\x0a\0\0',
  'a jpeg-ls': '\xff\xd8\xf7',
  'an eps': '%!PS-Adobe-3.0 EPSF-3.0\n',
  'an mng': '\x8aMNG\r\n\x1a\n',
  'a vips image': '\xb6\xa6\xf2\x08',
  'a pdf': '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
  'a zip': 'PK\x03\x04',
  'an exe': 'MZ\x90\x00',
}

function otherFiles(): UploadCase[] {
  const png = pngOf(3)
  const svg = svgText(3)
  const files: Record<string, string | Buffer> = {
    ...FORMATS,
    html: HTML,
    xhtml: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
    'a packed svg': gzipSync(svg),
    'a php in a png': Buffer.concat([Buffer.from('<?php phpinfo(); ?>'), png]),
    'a png after a byte order mark': Buffer.concat([Buffer.from('\uFEFF'), png]),
    'a png in base64': png.toString('base64'),
    'a png as an address': `data:image/png;base64,${png.toString('base64')}`,
    'MVG of ImageMagick': 'push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "https://evil.example"',
    'one byte': '\x89',
    zeros: Buffer.alloc(100_000),
    angles: '<'.repeat(100_000),
    'long names': `<${'a'.repeat(50)}`.repeat(10_000),
  }
  return Object.entries(files).map(([name, content]) => {
    return { name, bytes: typeof content === 'string' ? Buffer.from(content, 'latin1') : content, acceptedFor: [] }
  })
}
