/**
 * Finds words that have a plainer one (CONTRIBUTING.md, Words) in source, help, tests and documents and in their file
 * names. Prints file, line and the word to use.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/** Whole words of a sentence, and whole parts of a name such as `isDoomed` or `doomed-user.ts`. */
const WORDS = {
  'he|his|him|himself|she|her|hers|herself': 'they, or the role: the admin, the operator, the client',
  'nobody|whoever|somebody': 'the role, or say it without a person',
  'talk(?= to stderr|[(])': 'info, or “text on stderr”',
  doomed: 'userToDelete, positionToDelete',
  anew: 'again',
  likewise: 'say it',
  'heeds?|heeded': 'handle, as in handleSignal',
  'mends?|mended': 'fix',
  stepwise: 'yieldToMain, or nothing',
  'removals?': 'deletion, DeleteOperation',
}

/** Names of files, functions and types, however they are cased. */
const NAMES = {
  'said-by-fields': 'isCoveredByFieldErrors',
  'placed-saved': 'upsertInList',
  'every-name': 'exhaustiveKeys',
  'at-once|run-bounded': 'pMap, pLimit',
  'held-keys|on-demand': 'lazyOverlay',
  'hold-while': 'FreezeWhile',
  'open-work|may-lose-work': 'unsavedChanges',
  'given-text|at-least': 'nonEmptyArg',
  'kind-shown-by|TELLING': 'detectEntityType',
  'form-gate': 'RecordLoader',
  'list-or-form': 'CrudScreen',
  'reset-holder': 'ResetPrincipal',
  SignedIn: 'Principal',
  Patience: 'Timeouts',
  Pace: 'Schedule',
  Situation: 'MessageKey',
  Census: 'UserCounts',
  'places[.]ts': 'paths.ts',
  'trials/': 'stress/',
}

/** Where the words themselves stand, and records that are not rewritten. */
const EXEMPT =
  /^(scripts\/check-words|CONTRIBUTING[.]md|CHANGELOG[.]md|pnpm-|packages\/server\/src\/db\/demo\/catalogue[.]json|.*\/generated\/)|[.](png|txt|sql|db|gz)$/

const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
const anyCase = (names) => names.split('|').flatMap((name) => [name, camel(name), camel(`-${name}`)])
const asRules = (table, source, flags) =>
  Object.entries(table).map(([key, use]) => [
    new RegExp(`(?<![\\p{L}\\d])(?:${source(key)})(?![\\p{L}\\d])`, flags),
    use,
  ])

const RULES = [...asRules(WORDS, (key) => key, 'iu'), ...asRules(NAMES, (key) => anyCase(key).join('|'), 'u')]

/** What a line says that has a plainer word, with the word to use. */
export function plainerWords(line) {
  const spoken = line.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
  return RULES.flatMap(([rule, use]) => {
    const found = rule.exec(line) ?? rule.exec(spoken)
    return found ? [`“${found[0]}”: use ${use}`] : []
  })
}

function* problemsIn(file) {
  for (const problem of plainerWords(file)) yield `${file}: in its name ${problem}`
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    for (const problem of plainerWords(line)) yield `${file}:${index + 1}: ${problem}`
  }
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const problems = files.filter((file) => !EXEMPT.test(file)).flatMap((file) => Array.from(problemsIn(file)))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
