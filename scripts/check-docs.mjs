/**
 * Keeps README.md and docs/ true to the tree: every path they name in backticks or link to exists, every `npm run` step
 * is a script, and no path of a developer's machine is left in them. Patterns (`*`, `{a,b}`, `<name>`, `NAME`) are exempt.
 * What `file` › `text` says stands in that file: in a file of tests as a title, or as a row of a test that has several.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './bootstrap.mjs'

const EXTENSION = /[^/.][.](ts|tsx|js|mjs|json|md|yaml|yml|css|html|svg|png|sql|sh)$/
const PATTERN = /[*{}<>$…]|(^|[/.])[A-Z]+([/.]|$)(?<!README[.]md)/
const OF_TESTS = /[.](test|spec|stress)[.](ts|tsx|mjs)$/
const QUOTATION = /`([^`]+)`((?: › `[^`]+`)+)/g
const OF_A_MACHINE = /(?<![\w.])[/](work|root|tmp|home|Users)[/]/
/** Made by a command, so absent from a clean checkout. */
const MADE = /(^|\/)([.]data|[.]cache|dist|node_modules|test-results)(\/|$)/

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const topLevel = new Set(globSync(['*', '.*'], { cwd: root }))
const documents = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md'], {
  cwd: root,
  exclude: (path) => path.endsWith('node_modules'),
})
const files = globSync(['*', '{.ci,docs,openapi,packages,scripts}/**'], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|[.]cache|[.]data)$/.test(path),
})

/** A path of this repository: it starts at a top-level entry, or has a slash and a file extension we use. */
function isRepositoryPath(text) {
  if (/^[a-z]+:|^[#@/~]|\s|^[.]+$/.test(text) || PATTERN.test(text) || MADE.test(text)) return false
  const [first, ...rest] = text.replace(/^[.]\//, '').split('/')
  return rest.length > 0 ? topLevel.has(first) || EXTENSION.test(text) : EXTENSION.test(text)
}

/** Names without a folder may stand for a file anywhere: `category.ts` is found by its name. */
function exists(path, document) {
  if ([root, join(root, dirname(document))].some((base) => existsSync(join(base, path)))) return true
  return !path.startsWith('.') && filesNamed(path).length > 0
}

const filesNamed = (path) => files.filter((file) => file === path || file.endsWith(`/${path}`))

/** Why a text that a document quotes from a file is not there; undefined when it is. */
function misquoted(path, text) {
  const [file, ...others] = filesNamed(path)
  if (file === undefined) return `${path} is no file to quote from`
  if (others.length > 0) return `${path} may be ${[file, ...others].join(' or ')}`
  const content = readFileSync(join(root, file), 'utf8')
  if (OF_TESTS.test(file) ? hasTitle(content, text) : content.includes(text)) return undefined
  return `${path} has no ${OF_TESTS.test(file) ? 'test' : 'text'} “${text}”`
}

/** Whether the text is the first of a call's arguments, or of a row's values. */
function hasTitle(content, title) {
  return ["'", '"', '`'].some((quote) => {
    const before = content.split(quote + title + quote).slice(0, -1)
    return before.some((part) => /[([]\s*$/.test(part))
  })
}

function* problemsIn(document) {
  let fenced = false
  const lines = readFileSync(join(root, document), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const where = `${document}:${index + 1}`
    if (OF_A_MACHINE.test(line)) yield `${where}: names a path of one machine`
    for (const [, name] of line.matchAll(/\bnpm run ([\w:-]+)/g)) {
      if (!Object.hasOwn(scripts, name)) yield `${where}: npm run ${name}: no such script`
    }
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced
    if (fenced) continue
    for (const path of pathsIn(line)) if (!exists(path, document)) yield `${where}: ${path} does not exist`
    for (const [, path, quoted] of line.matchAll(QUOTATION)) {
      const problems = quoted.match(/(?<=`)[^`›]+(?=`)/g).map((text) => misquoted(path, text))
      for (const problem of problems) if (problem !== undefined) yield `${where}: ${problem}`
    }
  }
}

function pathsIn(line) {
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, text]) => text.replace(/(:\d+)?[/]?$/, ''))
  const linked = [...line.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, text]) => text.replace(/#.*$/, ''))
  return [...named.filter(isRepositoryPath), ...linked.filter((text) => text && !/^[a-z]+:/.test(text))]
}

const problems = documents.flatMap((document) => Array.from(problemsIn(document)))
for (const text of problems) console.error(text)
process.exitCode = problems.length > 0 ? 1 : 0
