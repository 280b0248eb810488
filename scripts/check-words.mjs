/** Finds pronouns of a person and names that are ours alone in source, help, tests, documents and file names. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/** Words of a sentence, and parts of a name such as `isDoomed` or `doomed-user.ts`. */
const WORDS =
  'he|his|him|himself|she|her|hers|herself|nobody|whoever|somebody|doomed|anew|likewise|heeds?|heeded|mends?|mended|stepwise|removals?|talk(?= to stderr|[(])'
/** Whole names of files, functions and types. */
const NAMES =
  'said-by-fields|placed-saved|every-name|run-bounded|held-keys|on-demand|hold-while|open-work|may-lose-work|given-text|kind-shown-by|form-gate|list-or-form|reset-holder|signed-in-user|census'

const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
const names = NAMES.split('|').flatMap((name) => [name, camel(name), camel(`-${name}`)])
const whole = (words, flags) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, flags)
const RULES = [whole(WORDS, 'iu'), whole(names.join('|'), 'u')]

/** Where the words themselves stand, and records that are not rewritten. */
const EXEMPT =
  /^(scripts\/check-words|CONTRIBUTING[.]md|CHANGELOG[.]md|pnpm-|packages\/server\/src\/db\/demo\/catalogue[.]json|.*\/generated\/)|[.](png|txt|sql|db|gz)$/

/** The words of a line that have a plainer one. */
export function privateWords(line) {
  const spoken = line.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
  return RULES.flatMap((rule) => (rule.exec(line) ?? rule.exec(spoken))?.[0] ?? [])
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  for (const file of files.filter((name) => !EXEMPT.test(name))) {
    const lines = [file, ...readFileSync(join(root, file), 'utf8').split('\n')]
    for (const [number, line] of lines.entries()) {
      for (const word of privateWords(line)) {
        console.error(`${file}:${number}: “${word}” has a plainer word (CONTRIBUTING.md, Words)`)
        process.exitCode = 1
      }
    }
  }
}
