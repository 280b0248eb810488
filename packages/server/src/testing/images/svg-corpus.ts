import { svgText } from './sample-images.ts'
import type { UploadCase } from './upload-case.ts'

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

const svg = svgText(3)
const inSvg = (content: string, attributes = 'viewBox="0 0 9 9"') => `<svg ${NAMESPACES} ${attributes}>${content}</svg>`

/** Returns SVGs, and hostile files that look like SVGs. */
export function svgCases(): UploadCase[] {
  const accepted: Record<string, string> = {
    'an svg': svg,
    'an svg with a byte order mark': `\uFEFF${svg}`,
    'an svg with a prolog': `<?xml version="1.0"?><!DOCTYPE svg><!-- x -->${svg}`,
    'an svg with a script': inSvg(
      '<script>alert(1)</script><rect onclick="alert(1)"/>',
      'width="9" height="9" onload="alert(1)"',
    ),
    'an svg without a namespace': '<svg width="9" height="9"><rect/></svg>',
    'an svg with HTML in it': inSvg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    'an svg of a million pixels per side': inSvg('', 'width="1000000" height="1000000"'),
    'an svg of many shapes': inSvg('<rect/>'.repeat(20_000)),
  }
  const entityExpansion = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  ).join('')
  const level = (index: number) => `<g id="l${index + 1}">${`<use href="#l${index}"/>`.repeat(10)}</g>`
  const refused: Record<string, string> = {
    'an SVG without dimensions': inSvg('', ''),
    'an svg that does not end': `<svg ${NAMESPACES}><g>`,
    'an svg with text behind it': `${svg}text`,
    'an svg within HTML': `<html><body>${svg}</body></html>`,
    'HTML that names svg': '<!doctype html><script>alert(1)</script><svg />',
    'an entity expansion bomb': `<!DOCTYPE svg [<!ENTITY l0 "ha">${entityExpansion}]>${inSvg('<text>&l9;</text>')}`,
    'a bomb of nested uses': inSvg(
      `<path id="l0" d="M0 0h9v9"/>${[0, 1, 2, 3, 4, 5, 6, 7].map(level).join('')}<use href="#l8"/>`,
    ),
    'a file by entity': `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>${inSvg('<text>&f;</text>')}`,
    'an unknown prefix': inSvg('<x:rect/>'),
    'NUL in an svg': inSvg('\0'),
  }
  const cases = (contents: Record<string, string>, acceptedFor: UploadCase['acceptedFor']) =>
    Object.entries(contents).map(([name, content]) => ({ name, bytes: Buffer.from(content), acceptedFor }))
  return [...cases(accepted, ['category']), ...cases(refused, [])]
}

/** SVGs that refer to a file or an address, which must not be rendered. */
export const REACHING_SVGS = [
  '<image href="file:///etc/hostname" width="9" height="9"/>',
  '<image href="https://rapport.example/x.png" width="9" height="9"/>',
  '<text y="9"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/></text>',
  '<use href="file:///etc/passwd#a"/>',
].map((content) => inSvg(content))
