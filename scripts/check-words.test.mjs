import { expect, it } from 'vitest'
import { privateWords } from './check-words.mjs'

it.each([
  ['what he typed', 'he'],
  ['Nobody is signed in.', 'Nobody'],
  ['const isDoomed = true', 'Doomed'],
  ["import { givenText } from './given-text.ts'", 'givenText'],
  ['interface FormGate {', 'FormGate'],
  ['data to stdout, talk to stderr; terminal.talk(text)', 'talk'],
])('finds in “%s” the word %s', (line, word) => {
  expect(privateWords(line)).toEqual([word])
})

it.each(['the shed', 'Nähe', 'both at once', 'the server to talk to', 'const placesLeft = 1', 'the pace of typing'])(
  'lets “%s” pass',
  (line) => {
    expect(privateWords(line)).toEqual([])
  },
)
