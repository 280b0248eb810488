import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ListParser } from './list-parser.ts'

/** Parses a text that comes in parts. */
function parse(text: string, piece: number, part: number): unknown {
  const parser = new ListParser(piece)
  for (let start = 0; start < text.length; start += part) parser.write(text.slice(start, start + part))
  return parser.end()
}

/** A value, or that it is none. */
function outcomeOf(work: () => unknown): unknown {
  try {
    return { value: work() }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return 'no JSON'
  }
}
/** What comes out of a text here, and of JSON.parse. */
const bothOf = (text: string, [piece, part]: readonly [number, number]) => ({
  here: outcomeOf(() => parse(text, piece, part)),
  there: outcomeOf(() => JSON.parse(text) as unknown),
})

const texts = fc.string({
  unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ' ', 'a', 'é', '\n'),
  maxLength: 6,
})
const element = fc.oneof(
  texts,
  fc.integer(),
  fc.constantFrom(null, true, [], {}, [[1], {}]),
  fc.dictionary(texts, fc.oneof(texts, fc.array(texts, { maxLength: 3 })), { maxKeys: 3 }),
)
/** Of a piece, and of the parts that the text comes in. */
const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
const list = fc.array(element, { maxLength: 8 })
const json = fc
  .tuple(
    fc.oneof(
      fc.record({ code: fc.integer(), data: fc.dictionary(texts, fc.oneof(list, element), { maxKeys: 3 }) }),
      fc.array(fc.array(list, { maxLength: 3 }), { maxLength: 3 }),
      element,
    ),
    fc.constantFrom(0, 2),
  )
  .map(([value, indent]) => JSON.stringify(value, null, indent))

it('gives what JSON.parse gives, however it comes and is cut', () => {
  fc.assert(
    fc.property(json, sizes, (text, size) => {
      const { here, there } = bothOf(text, size)
      expect(here).toEqual(there)
    }),
  )
})

it('refuses what JSON.parse refuses: a text with a character less, more or changed', () => {
  const damage = fc.tuple(fc.nat(), fc.nat(1), fc.constantFrom('', ',', '"', '[', ']', '{', '}', '\\', '1'))
  fc.assert(
    fc.property(json, sizes, damage, (text, size, [seed, removed, added]) => {
      const at = seed % (text.length + 1)
      const { here, there } = bothOf(text.slice(0, at) + added + text.slice(at + removed), size)
      expect(here).toEqual(there)
    }),
    { numRuns: 1000 },
  )
})

it.each([
  ['a list that ends with a comma', '{"data":{"users":[{"id":1},{"id":2},]}}'],
  ['a list that begins with one', '{"data":{"users":[,{"id":1},{"id":2}]}}'],
  ['two commas', '{"data":{"users":[{"id":1},,{"id":2}]}}'],
  ['one that begins with one after a space', '{"data":{"users":[        ,{"id":1}]}}'],
  ['a comma alone', '{"data":{"users":[,]}}'],
  ['a list that ends as an object', '{"data":{"users":[{"id":1}}}}'],
  ['a text that breaks off in a string', '{"data":{"users":[{"id":"1'],
  ['nothing', ''],
])('refuses %s', (_, text) => {
  for (const piece of [1, 8, 100]) expect(() => parse(text, piece, 5)).toThrow(SyntaxError)
})
