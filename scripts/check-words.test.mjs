import { expect, it } from 'vitest'
import { wordToReplace } from './check-words.mjs'

it.each([
  ['what he typed', 'he'],
  ['Nobody is signed in.', 'Nobody'],
  ['const isDoomed = true', 'Doomed'],
  ['what others saved meanwhile', 'meanwhile'],
  ['data to stdout, talk to stderr; terminal.talk(text)', 'talk'],
])('finds in “%s” the word %s', (line, word) => {
  expect(wordToReplace(line)).toBe(word)
})

it.each([
  'the shed',
  'Nähe',
  'both at once',
  'the server to talk to',
  'const placesLeft = 1',
  "code: 'changed_meanwhile'",
])('lets “%s” pass', (line) => {
  expect(wordToReplace(line)).toBeUndefined()
})
