import { drawSvg } from '#server/db/demo/pictures.ts'
import type { UploadCase } from './upload-case.ts'

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'

const svg = String(drawSvg(3).bytes)

/** What no sanitised SVG may hold, in any spelling that a parser would take for it. */
export const SVG_DANGER =
  /<script|<foreignObject|<iframe|<image|<feImage|<animate|<set|<!|<\?|\son\w+=|javascript:|evil\.example|data:|@import|xml:base/i

const inSvg = (content: string, attributes = '') => `<svg ${NAMESPACES} ${attributes}>${content}</svg>`

/** What an attack does: a script without quotes, `&` and `<`, and an origin to load from. */
interface Payload {
  script: string
  elsewhere: string
}

/** What tries to run, to load or to lead elsewhere from within an SVG; each is taken, without that. */
function attacks({ script, elsewhere }: Payload): string[] {
  const html = `xmlns="${HTML_NAMESPACE}"`
  return [
    `<script>${script}</script>`,
    `<script type="text/ecmascript"><![CDATA[${script}]]></script>`,
    `<script xlink:href="${elsewhere}/x.js"/>`,
    `<script href="data:text/javascript,${script}"/>`,
    `<script xlink:href="data:text/javascript,${script}"/>`,
    `<![CDATA[<script>${script}</script>]]><rect/>`,
    `<style><![CDATA[</style><script>${script}</script>]]></style>`,
    `<g><script>${script}</script></g>`,
    `<defs><script>${script}</script></defs>`,
    `<a href="javascript:${script}"><rect width="99" height="99"/></a>`,
    `<a xlink:href="&#106;avascript:${script}"><rect/></a>`,
    `<a href=" java&#10;script:${script}"><rect/></a>`,
    `<rect onclick="${script}" onload="${script}" OnFocus="${script}"/>`,
    `<g onload="${script}"/>`,
    `<rect tabindex="0" autofocus="" onfocus="${script}"/>`,
    `<foreignObject width="9" height="9"><body ${html} onload="${script}"><iframe src="${elsewhere}"/></body></foreignObject>`,
    `<foreignObject><img ${html} src="x" onerror="${script}"/></foreignObject>`,
    `<foreignObject><script ${html}>${script}</script></foreignObject>`,
    `<foreignObject><iframe ${html} srcdoc="&lt;script&gt;${script}&lt;/script&gt;"/></foreignObject>`,
    `<foreignObject><iframe ${html} src="javascript:${script}"/></foreignObject>`,
    `<foreignObject><details ${html} open="" ontoggle="${script}"/></foreignObject>`,
    `<html:script xmlns:html="${HTML_NAMESPACE}">${script}</html:script>`,
    `<html:img xmlns:html="${HTML_NAMESPACE}" src="x" onerror="${script}"/>`,
    `<html:iframe xmlns:html="${HTML_NAMESPACE}" src="javascript:${script}"/>`,
    `<html:meta xmlns:html="${HTML_NAMESPACE}" http-equiv="refresh" content="0;url=${elsewhere}"/>`,
    `<html:link xmlns:html="${HTML_NAMESPACE}" rel="stylesheet" href="${elsewhere}/x.css"/>`,
    `<x:script xmlns:x="http://www.w3.org/2000/svg">${script}</x:script>`,
    `<image href="${elsewhere}/track.png"/>`,
    `<image href="x" onerror="${script}"/>`,
    `<feImage href="${elsewhere}/track.png"/>`,
    `<use href="${elsewhere}/x.svg#a"/>`,
    '<use href="data:image/svg+xml;base64,PHN2Zy8+#x"/>',
    `<use href="data:image/svg+xml,&lt;svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${script}'/&gt;#x"/>`,
    `<use xlink:href="${elsewhere.replace('https:', '')}/x.svg#a"/>`,
    `<animate attributeName="href" values="javascript:${script}"/>`,
    `<a id="a"><rect width="99" height="99"/></a><animate href="#a" attributeName="href" values="javascript:${script}"/>`,
    `<set attributeName="onload" to="${script}"/>`,
    `<animate onbegin="${script}" attributeName="x" dur="1s"/>`,
    `<animateTransform onbegin="${script}" attributeName="transform" dur="1s"/>`,
    `<animateMotion onend="${script}" dur="0.01s"/>`,
    `<style>@import url(${elsewhere}/x.css);</style>`,
    `<style>@import "${elsewhere}/x.css";</style>`,
    `<style>rect { fill: url("${elsewhere}/#x") }</style>`,
    String.raw`<style>rect { fill: u\72l(${elsewhere}) }</style>`,
    `<style>rect { background: image-set("${elsewhere}/x" 1x) }</style>`,
    `<style>@font-face { font-family: x; src: url(${elsewhere}/x.woff2) }</style><text font-family="x">x</text>`,
    `<style>rect { cursor: url(${elsewhere}/x.cur), auto }</style>`,
    `<rect style="background:url(${elsewhere})"/>`,
    `<rect fill="url(${elsewhere}/x.svg#a)"/>`,
    `<rect filter="url( ${elsewhere}/x.svg#a )"/>`,
    `<rect fill="url(javascript:${script})"/>`,
    `<iframe src="${elsewhere}"/>`,
    `<embed src="${elsewhere}"/><object data="${elsewhere}"/>`,
    `<video src="${elsewhere}"><source src="${elsewhere}"/></video>`,
    `<handler type="application/ecmascript">${script}</handler>`,
    `<metadata><script>${script}</script></metadata>`,
    `<switch><foreignObject><script>${script}</script></foreignObject><rect/></switch>`,
    `<text><tspan onmouseover="${script}">x</tspan></text>`,
    `<rect xml:base="javascript:${script}"/>`,
    `<title>&lt;script&gt;${script}&lt;/script&gt;</title>`,
    `<desc>]]&gt;&lt;/svg&gt;&lt;script&gt;${script}&lt;/script&gt;</desc>`,
  ]
}

/** Whole documents of that kind. */
function hostileDocuments(payload: Payload): [string, string][] {
  const { script, elsewhere } = payload
  return [
    ['an svg that loads', inSvg('<rect/>', `onload="${script}"`)],
    ['an svg that says UTF-7', `<?xml version="1.0" encoding="UTF-7"?>${inSvg(`<script>${script}</script>`)}`],
    ['an svg with a style sheet', `<?xml-stylesheet href="${elsewhere}/x.css"?>${svg}`],
    [
      'an svg with an XSL style sheet',
      `<?xml-stylesheet type="text/xsl" href="data:text/xml,&lt;x:stylesheet/&gt;"?>${inSvg(`<script>${script}</script>`)}`,
    ],
    [
      'an svg with a prefix of its own',
      `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${script}</s:script></s:svg>`,
    ],
    ['an svg within an svg', inSvg(inSvg(`<script>${script}</script>`, `onload="${script}"`))],
    ...attacks(payload).map((attack): [string, string] => [attack, inSvg(attack)]),
  ]
}

/** SVGs that a server takes, with all that they would do if it took them as they are. */
export const hostileSvgs = (payload: Payload) => hostileDocuments(payload).map(([, document]) => document)

/** Drawings, and what tries to run or to break something as one. */
export function vectorCases(): UploadCase[] {
  const category = (name: string, content: string): UploadCase => ({
    name,
    bytes: Buffer.from(content),
    good: 'category',
  })
  const hostile = hostileDocuments({ script: 'alert(1)', elsewhere: 'https://evil.example' })
  return [
    category('an svg', svg),
    category('an svg with a byte order mark', `\uFEFF${svg}`),
    category('an svg with a prolog', `<?xml version="1.0"?><!DOCTYPE svg><!-- x -->${svg}`),
    category('an svg with blanks before it', `\n\n  ${svg}`),
    category('an svg with both kinds of href', inSvg('<g id="a"/><use href="#a" xlink:href="#b"/>')),
    category('an svg of many comments', inSvg('<!-- -->'.repeat(50_000))),
    category('an svg of many shapes', inSvg('<rect/>'.repeat(70_000))),
    category(
      'an svg of many attributes',
      inSvg(`<rect ${Array.from({ length: 30_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    ),
    category(
      'an svg of many namespaces',
      inSvg(`<g ${Array.from({ length: 20_000 }, (_, at) => `xmlns:a${at}="b"`).join(' ')}/>`),
    ),
    category('an svg of many quotes', inSvg(`<text d='${'"'.repeat(500_000)}'/>`)),
    category('an svg of a long word of style', inSvg(`<style>url${' '.repeat(500_000)}</style>`)),
    category('an svg of many addresses', inSvg(`<style>${'url( '.repeat(100_000)}</style>`)),
    category('an svg of many comments in its style', inSvg(`<style>${'/*'.repeat(250_000)}</style>`)),
    category('an svg of many ended comments in its style', inSvg(`<style>${'/**/'.repeat(120_000)}</style>`)),
    category('an svg of a million pixels a side', inSvg('', 'width="1000000" height="1000000"')),
    ...hostile.map(([name, document]) => category(name, document)),
    ...brokenSvgs(),
  ]
}

function brokenSvgs(): UploadCase[] {
  const neither = (name: string, content: string | Buffer): UploadCase => ({
    name,
    bytes: Buffer.from(content),
    good: 'neither',
  })
  const bomb = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const utf16 = Buffer.from(svg, 'utf16le')
  return [
    neither('an svg in UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])),
    neither('an svg in UTF-16 without its mark', utf16),
    neither(
      'an svg in UTF-16 the other way round',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    ),
    neither(
      'an svg in UTF-32',
      Buffer.concat([
        Buffer.from([0xff, 0xfe, 0, 0]),
        Buffer.from(Array.from(Buffer.from(svg), (byte) => [byte, 0, 0, 0]).flat()),
      ]),
    ),
    neither(
      'an svg in UTF-7',
      '+ADw-svg xmlns=+ACI-http://www.w3.org/2000/svg+ACI-+AD4-+ADw-script+AD4-alert(1)+ADw-/script+AD4-+ADw-/svg+AD4-',
    ),
    neither('an svg that is not UTF-8', Buffer.from(`<svg ${NAMESPACES}>\xff</svg>`, 'latin1')),
    neither('an svg with an overlong sign', Buffer.from(`<svg ${NAMESPACES}>\xc0\xbcscript\xc0\xbe</svg>`, 'latin1')),
    neither('an svg of nothing', '<svg'),
    neither('an svg that does not end', `<svg ${NAMESPACES}><g>`),
    neither('an svg that ends twice', `${inSvg('')}</svg>`),
    neither('an svg with text behind it', `${inSvg('')}text`),
    neither('an svg without a namespace', '<svg><script>alert(1)</script></svg>'),
    neither('an svg with another namespace', `<svg xmlns="${HTML_NAMESPACE}"><script>alert(1)</script></svg>`),
    neither('an svg in capitals', `<SVG ${NAMESPACES}/>`),
    neither('an svg within HTML', `<html><body>${svg}</body></html>`),
    neither('an svg within XML', `<x>${svg}</x>`),
    neither('HTML that names svg', `<!doctype html><script>alert(1)</script><svg />`),
    neither('a bomb of entities', `<!DOCTYPE svg [<!ENTITY l0 "ha">${bomb}]>${inSvg('<text>&l9;</text>')}`),
    neither(
      'a long entity many times',
      `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(100_000)}">]>${inSvg('&a;'.repeat(100_000))}`,
    ),
    neither('a file by entity', `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>${inSvg('&f;')}`),
    neither('an address by entity', `<!DOCTYPE svg [<!ENTITY f SYSTEM "https://evil.example">]>${inSvg('&f;')}`),
    neither('a nest', inSvg(`${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`)),
    neither('two roots', `${svg}${svg}`),
    neither('an unknown prefix', inSvg('<x:rect/>')),
    neither('an attribute twice', inSvg('<rect x="1" x="2"/>')),
    neither('NUL in an svg', inSvg('\0')),
    neither('an element without a name', inSvg('< />')),
    neither('a sign that XML does not have', inSvg('&#0;')),
    neither('a number too large for a sign', inSvg('&#x110000;')),
  ]
}
