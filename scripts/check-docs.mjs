/**
 * Checks the documents against the tree: paths in backticks or links exist, `npm run` steps are scripts, a test quoted
 * as `path` › `title` has that title, and no machine's paths are left. A text in code font in docs/specification.md
 * must be in one of the files named under it. Patterns such as `*.repo.ts` and `<name>.ts` are exempt.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './bootstrap.mjs'

const PATH = /^[\w.-]+(\/[\w.-]+)*\/[\w.-]*$/
const EXTENSION = /[.](ts|tsx|js|mjs|json|md|yaml|yml|css|html|svg|png|sql|sh)$/
const QUOTED_TESTS = /`([^`]+)`((?: › `[^`]+`)+)/g
const PATH_OF_ONE_MACHINE = /(?<![\w.])[/](work|root|tmp|home|Users)[/]/
/** Created by commands, so missing in a clean checkout. */
const GENERATED = /(^|\/)([.]data|[.]cache|dist|node_modules|test-results)(\/|$)/

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const topLevel = new Set(globSync(['*', '.*'], { cwd: root }))
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root })
const read = (path) => readFileSync(join(root, path), 'utf8')

/** A path has a slash, and starts at a top-level entry or ends like a file. */
const isPath = (text) =>
  PATH.test(text) && !GENERATED.test(text) && (topLevel.has(text.split('/')[0]) || EXTENSION.test(text))

const exists = (path, document) =>
  [root, join(root, dirname(document))].some((folder) => existsSync(join(folder, path)))

const codeSpans = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, span]) => span)
const links = (text) => [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link]) => link)

function* problemsIn(document) {
  const text = read(document)
  for (const [index, line] of text
    .replaceAll(/^```[^]*?^```/gm, blankLines)
    .split('\n')
    .entries()) {
    const location = `${document}:${index + 1}`
    if (PATH_OF_ONE_MACHINE.test(line)) yield `${location}: names a path of one machine`
    const paths = [...codeSpans(line).filter(isPath), ...links(line).filter((link) => !/^[a-z]+:/.test(link))]
    for (const path of paths) if (!exists(path, document)) yield `${location}: ${path} does not exist`
    for (const [, path, titles] of line.matchAll(QUOTED_TESTS)) {
      for (const title of codeSpans(titles)) {
        if (exists(path, document) && !hasTitle(read(path), title)) yield `${location}: ${path} has no test “${title}”`
      }
    }
  }
  for (const [, step] of text.matchAll(/\bnpm run ([\w:-]+)/g)) {
    if (!Object.hasOwn(scripts, step)) yield `${document}: npm run ${step} is not a script`
  }
}

const blankLines = (block) => block.replaceAll(/[^\n]/g, '')
const hasTitle = (source, title) =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted))

/** An item of the list is its text, followed by the files after `- Code:`. */
function* misquotations(document) {
  for (const [, item, files] of read(document).matchAll(/^- ((?:.|\n(?!- ))*?)\n {2}- Code: (.*)$/gm)) {
    const sources = codeSpans(files)
      .filter((path) => exists(path, document))
      .map(read)
    for (const text of codeSpans(item.replaceAll(/\s+/g, ' '))) {
      const isQuoted = sources.some((source) => source.includes(text))
      if (!isQuoted) yield `${document}: none of ${files} has “${text}”`
    }
  }
}

const problems = [
  ...documents.flatMap((document) => Array.from(problemsIn(document))),
  ...misquotations('docs/specification.md'),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
