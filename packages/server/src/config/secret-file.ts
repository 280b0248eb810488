import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from './data-dir.ts'

const NAME = 'secret.key'
const BYTES = 32

/** The secret in the data folder, made at the first start; throws what keeps it from being read or written. */
export function readSecretFile(dataDir: string): Buffer {
  makeDataDir(dataDir)
  const file = join(dataDir, NAME)
  const secret = readIfThere(file) ?? makeSecretFile(dataDir, file)
  if (secret.length < BYTES) throw new Error(`${file} is damaged: delete it, and a new one is made.`)
  return secret
}

/** Several processes may start at once: a link is made whole or not at all, and only by the first. */
function makeSecretFile(dataDir: string, file: string): Buffer {
  const draft = join(dataDir, `${NAME}.${randomUUID()}`)
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, randomBytes(BYTES))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!isError(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file)
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (isError(error, 'ENOENT')) return undefined
    throw error
  }
}

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
