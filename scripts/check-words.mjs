/** Finds gendered pronouns, and words with a plainer alternative, in source, help, tests, documents and file names. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/** Found as words, and as parts of a name such as `isDoomed` or `doomed-user.ts`. */
const WORDS =
  'he|his|him|himself|she|her|hers|herself|nobody|whoever|somebody|doomed|anew|likewise|heeds?|heeded|mends?|mended|stepwise|removals?|(?<!changed_)meanwhile|blanks|in a circle|to its end|holds no|talk(?= to stderr|[(])|surely|for ever|as by|token of a machine|another try|redraws?|e-mail'
const PATTERN = new RegExp(`(?<![\\p{L}\\d])(?:${WORDS})(?![\\p{L}\\d])`, 'iu')

/** Files that quote these words, and files that are never rewritten. */
const EXEMPT = /^(scripts\/check-words|CONTRIBUTING[.]md|pnpm-|.*\/generated\/)|[.](png|txt|sql|db|gz)$/

/** Returns the first of these words in a line, or undefined. */
function wordToReplace(line) {
  const words = line.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
  return (PATTERN.exec(line) ?? PATTERN.exec(words))?.[0]
}

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
for (const file of files.filter((name) => !EXEMPT.test(name))) {
  const lines = [file, ...readFileSync(join(root, file), 'utf8').split('\n')]
  for (const [number, line] of lines.entries()) {
    const word = wordToReplace(line)
    if (word === undefined) continue
    console.error(`${file}:${number}: “${word}” has a plainer word (CONTRIBUTING.md, Words)`)
    process.exitCode = 1
  }
}
