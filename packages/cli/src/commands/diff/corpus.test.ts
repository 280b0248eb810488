import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RED_PNG } from '../../../test/support/images.ts'
import { runAs } from '../../../test/support/run-as.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

/** Files that the console's import is tested with too, so that both make the same plan. */
const CORPUS = join(import.meta.dirname, '../../../../core/src/catalogue/corpus')
const json = (name: string): Record<string, unknown> => JSON.parse(readFileSync(join(CORPUS, name), 'utf8'))
const server = json('server.json')
const expected = json('expected.json')

const folder = temporaryFolder()
cpSync(CORPUS, folder, { recursive: true })
mkdirSync(join(folder, 'images'))
writeFileSync(join(folder, 'images/trust.png'), RED_PNG)

const lists = {
  token: 'token',
  fetch: (request: Request) => {
    const data = server[new URL(request.url).pathname.split('/').at(-1) ?? '']
    return Promise.resolve(Response.json({ code: 200, message: '', data }))
  },
}

interface Report {
  results?: unknown[]
  error?: { mistakes: { file: string; line: number; column: number; message: string }[] }
}

const names = readdirSync(CORPUS).filter((name) => !['server.json', 'expected.json', 'unknown.csv'].includes(name))

test.each(names)('%s: makes the same plan as the console', async (name) => {
  const { stdout, stderr } = await runAs(lists, ['diff', '-f', join(folder, name), '--json'])
  const { results = [], error }: Report = JSON.parse(stdout || stderr)
  const issues = (error?.mistakes ?? []).map(
    ({ line, column, message }) => `${name}:${line}:${column}: ${message.replaceAll(`${folder}/`, '')}`,
  )
  const plan = expected[name]
  // The tool shows changes only if there is no issue.
  expect(plan).toMatchObject({ issues: issues.toSorted(), ...(issues.length === 0 && { changes: results }) })
})
