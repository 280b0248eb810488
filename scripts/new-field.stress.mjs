import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cache, root } from './bootstrap.mjs'

// A field that a new version of the contract has must not be forgotten anywhere: docs/adding-an-entity.md, "A field".

const run = promisify(execFile)
const copy = mkdtempSync(join(cache, 'new-field-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

beforeAll(() => {
  const isNeeded = (path) => !/\/(dist|test-results|\.data)(\/|$)|\.tsbuildinfo$/.test(path)
  for (const name of ['packages', 'openapi', 'scripts', 'docs', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter: isNeeded })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})

/** Edits a file of the copy. */
function edit(file, from, to) {
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(copy, file), text.replace(from, to))
}

/** Returns the files in which the compiler finds an error. */
async function filesWithErrors() {
  await run(process.execPath, ['scripts/generate.mjs'], { cwd: copy })
  const outputs = await Promise.all(
    ['server', 'web'].map((name) =>
      run(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', `packages/${name}`], { cwd: copy }).then(
        () => '',
        ({ stdout }) => stdout,
      ),
    ),
  )
  return [...new Set(outputs.join('\n').match(/^[^\s(]+(?=\()/gm))].toSorted()
}

it('names every file that lacks a new field of users or of positions', { timeout: 300_000 }, async () => {
  expect(await filesWithErrors()).toEqual([])
  edit('openapi/users.yaml', '      age: {', "      city: { type: [string, 'null'] }\n      age: {")
  edit(
    'openapi/positions.yaml',
    '      safety_tips: {',
    "      duration: { type: [string, 'null'] }\n      safety_tips: {",
  )
  expect(await filesWithErrors()).toEqual([
    'packages/core/src/entities/positions/position-description.ts',
    'packages/core/src/entities/users/user-description.ts',
    'packages/server/src/modules/positions/positions.repo.ts',
    'packages/server/src/modules/users/users.repo.ts',
    'packages/web/src/features/users/user-view.tsx',
  ])
})
