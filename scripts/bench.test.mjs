import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('lists the benchmarks when it knows none of this name', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    join(import.meta.dirname, 'bench.mjs'),
    'api',
    'nothing',
  ])
  expect([status, String(stdout)]).toEqual([1, ''])
  expect(String(stderr)).toMatch(/no benchmark nothing\. There are: .*\bapi, history\b/)
})
