import { execFileSync } from 'node:child_process'
import { array, assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

test('quotes every word so that a shell passes it on unchanged', () => {
  const text = string({ unit: 'grapheme' }).map((any) => any.replaceAll('\0', ''))
  assert(
    property(array(text, { minLength: 1, maxLength: 20 }), (words) => {
      const script = `rapport() { printf '%s\\0' "$@"; }; ${commandLine(words)}`
      const shown = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
      expect(shown.split('\0').slice(0, -1)).toEqual(words)
    }),
  )
})

test('quotes a backslash so that fish runs nothing after it', () => {
  expect(commandLine(['\\\'$(id)"\\'])).toBe(String.raw`rapport ''"\\"''"'"'$(id)"'"\\"''`)
})

test('a value that begins with a dash or an equals sign is joined to its flag', () => {
  expect(
    commandLine(['users', 'list'], { '--search': '-x', '--role': '=ls', '--status': 'a b', '--sort': undefined }),
  ).toBe("rapport users list --search=-x --role==ls --status 'a b'")
})
