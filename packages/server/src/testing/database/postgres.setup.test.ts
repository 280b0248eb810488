import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../../..')
const WORDS = 'initdb: error: cannot create /dev/null: Permission denied'

test('if PostgreSQL does not start, its tests fail with its own words, and all others run', () => {
  const folder = temporaryFolder()
  const initdb = path.join(folder, 'initdb')
  writeFileSync(initdb, `#!/bin/sh\necho '${WORDS}' >&2\nexit 1\n`)
  // Root starts it as another account.
  for (const file of [folder, initdb]) chmodSync(file, 0o755)
  const report = path.join(folder, 'report.json')
  const files = ['src/db/long-reads.test.ts', 'src/db/client.test.ts']
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=sql', '--reporter=json', `--outputFile=${report}`, ...files],
    {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, POSTGRES_BIN: folder, TEST_DATABASE_URL: undefined, TEST_ENGINES: undefined },
    },
  )
  expect(stderr).toContain(WORDS)
  expect(status).toBe(1)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status: outcome }) => outcome !== 'passed')
  expect(tests.length).toBeGreaterThan(failed.length)
  expect(failed.length).toBeGreaterThan(0)
  for (const { fullName, failureMessages } of failed) {
    expect(fullName).toMatch(/^on PostgreSQL /)
    expect(failureMessages.join('\n')).toContain(WORDS)
  }
}, 90_000)

interface Report {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}
