import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSecretFile } from './secret-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rapport-secret-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

it('makes a secret once, for its owner alone, and leaves nothing else behind', () => {
  const dataDir = join(dir, 'data')
  const secret = readSecretFile(dataDir)
  expect(secret).toHaveLength(32)
  expect(readSecretFile(dataDir)).toEqual(secret)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

it('refuses one that has been cut off', () => {
  writeFileSync(join(dir, 'secret.key'), 'short')
  expect(() => readSecretFile(dir)).toThrow('is damaged')
})
