import { expect, it } from 'vitest'
import { detectMediaType, UNSUPPORTED_TYPE } from './image-kind.ts'

const text = (value: string) => new TextEncoder().encode(value)

it.each([
  ['a png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1), 'image/png'],
  ['a png that breaks off in its signature', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), UNSUPPORTED_TYPE],
  ['a jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe1), 'image/jpeg'],
  ['an svg', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  ['an svg behind a byte order mark, a declaration and a prefix', text('\uFEFF\n<?xml?><s:svg >'), 'image/svg+xml'],
  ['text that mentions <svg>', text('an <svg>'), UNSUPPORTED_TYPE],
  ['another element', text('<svgs>'), UNSUPPORTED_TYPE],
  ['bytes that are not UTF-8', Uint8Array.of(...text('<svg>'), 0xc3), UNSUPPORTED_TYPE],
  ['nothing', new Uint8Array(), UNSUPPORTED_TYPE],
])('detects %s by its bytes', (_name, bytes, type) => {
  expect(detectMediaType(bytes)).toBe(type)
})
