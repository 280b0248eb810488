import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test/temp-folder.ts'
import { replaceFile } from './replace-file.ts'

test('who reads a file while it is replaced reads the old one to its end', async () => {
  const folder = tempFolder()
  const file = join(folder, 'catalogue.yaml')
  writeFileSync(file, 'old')
  const reader = openSync(file, 'r')
  try {
    await replaceFile(file, 'new')
    expect([readFileSync(reader, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['old', 'new'])
  } finally {
    closeSync(reader)
  }
  expect(readdirSync(folder)).toEqual(['catalogue.yaml'])
})

test('what cannot be replaced is named, and nothing is left beside it', async () => {
  const folder = tempFolder()
  const file = join(folder, 'catalogue.yaml')
  mkdirSync(file)
  await expect(replaceFile(file, 'new')).rejects.toThrow(`${file} cannot be written: `)
  expect(readdirSync(folder)).toEqual(['catalogue.yaml'])
})
