import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { readSecretFile } from './data-dir.ts'

it('creates a secret once, readable only by its owner, and no other file', () => {
  const dataDir = join(temporaryFolder(), 'data')
  const secret = readSecretFile(dataDir)
  expect(secret).toHaveLength(32)
  expect(readSecretFile(dataDir)).toEqual(secret)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

it('refuses a secret file that was truncated', () => {
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'secret.key'), 'short')
  expect(() => readSecretFile(dir)).toThrow('is damaged')
})
