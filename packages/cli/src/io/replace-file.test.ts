import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { replaceFile } from './replace-file.ts'

test('creates a new file with its folders and leaves no temporary file', async () => {
  const folder = join(temporaryFolder(), 'deep')
  await replaceFile(join(folder, 'new.txt'), 'new')
  expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['new.txt'])
})

test('names the file that cannot be replaced and leaves no temporary file', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'catalogue.yaml')
  mkdirSync(file)
  await expect(replaceFile(file, 'new')).rejects.toThrow(`${file} cannot be written: it is a folder.`)
  expect(readdirSync(folder)).toEqual(['catalogue.yaml'])
})

test('keeps mode and link of an existing file', async () => {
  const [file, link] = [join(temporaryFolder(), 'kept.txt'), join(temporaryFolder(), 'link')]
  writeFileSync(file, 'old')
  chmodSync(file, 0o640)
  symlinkSync(file, link)
  await replaceFile(link, 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
})

test.skipIf(process.platform === 'win32')('writes into a pipe', async () => {
  const pipe = join(temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const [read] = await Promise.all([readFile(pipe, 'utf8'), replaceFile(pipe, 'through')])
  expect(read).toBe('through')
  expect(lstatSync(pipe).isFIFO()).toBe(true)
})
