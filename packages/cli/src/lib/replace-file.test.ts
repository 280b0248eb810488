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
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../test/temp-folder.ts'
import { replaceFile } from './replace-file.ts'

const modeOf = (file: string) => statSync(file).mode & 0o777

test('a file that is new is made with its folders, and no draft is left', async () => {
  const folder = tempFolder()
  await replaceFile(join(folder, 'deep', 'new.txt'), 'new')
  expect(readFileSync(join(folder, 'deep', 'new.txt'), 'utf8')).toBe('new')
  expect(readdirSync(join(folder, 'deep'))).toEqual(['new.txt'])
})

describe.skipIf(process.platform === 'win32')('what is there', () => {
  test.each([0o600, 0o640, 0o666])('keeps its mode: %o', async (mode) => {
    const file = join(tempFolder(), 'kept.txt')
    writeFileSync(file, 'old')
    chmodSync(file, mode)
    await replaceFile(file, 'new')
    expect({ mode: modeOf(file), text: readFileSync(file, 'utf8') }).toEqual({ mode, text: 'new' })
  })

  test.each([true, false])('stays the link that it is, its target being there: %j', async (isThere) => {
    const [folder, elsewhere, fresh] = [tempFolder(), tempFolder(), tempFolder()]
    writeFileSync(join(fresh, 'new.txt'), '')
    const target = join(elsewhere, 'below', 'target.txt')
    mkdirSync(join(elsewhere, 'below'))
    if (isThere) writeFileSync(target, 'old', { mode: 0o600 })
    // By way of a linked folder, from which `..` leads elsewhere than its own name says.
    symlinkSync(join(elsewhere, 'below'), join(folder, 'linked'))
    symlinkSync('../below/target.txt', join(elsewhere, 'below', 'link'))
    await replaceFile(join(folder, 'linked', 'link'), 'new')
    expect(lstatSync(join(folder, 'linked', 'link')).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('new')
    expect(modeOf(target)).toBe(isThere ? 0o600 : modeOf(join(fresh, 'new.txt')))
    expect(readdirSync(join(elsewhere, 'below'))).toEqual(['link', 'target.txt'])
  })

  test('is written into where it is a pipe', async () => {
    const pipe = join(tempFolder(), 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    const [read] = await Promise.all([readFile(pipe, 'utf8'), replaceFile(pipe, 'through')])
    expect(read).toBe('through')
    expect(lstatSync(pipe).isFIFO()).toBe(true)
  })

  test('is an error where links lead in a circle', async () => {
    const file = join(tempFolder(), 'circle')
    symlinkSync(file, file)
    await expect(replaceFile(file, 'new')).rejects.toMatchObject({ code: 'not_written', exitCode: 1 })
  })
})
