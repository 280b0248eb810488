import { expect, it } from 'vitest'
import { drawPicture } from './drawn-picture.ts'

it('tells 48 records apart by more than their figures, and draws the same record the same way', () => {
  const pictures = Array.from({ length: 48 }, (_, id) => drawPicture(id, 1))
  expect(new Set(pictures.map((svg) => svg.replaceAll(/<g.*?<\/g>/g, ''))).size).toBe(48)
  expect(drawPicture(7, 1)).toBe(pictures[7])
})

it.each([-1, 2.5, '7', '', 'ĝ”><script>', Number.MAX_SAFE_INTEGER])('draws the id %j without its text', (id) => {
  const svg = drawPicture(id)
  expect(svg).toMatch(/^<svg [^>]+>(<(path|circle|g) [^<>]+>|<\/g>)+<\/svg>$/)
  expect(svg).not.toMatch(/undefined|NaN|script/)
})
