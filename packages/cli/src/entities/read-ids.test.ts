import { constants } from 'node:buffer'
import { Readable } from 'node:stream'
import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Entity } from '@rapport/core/entities/entity.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import { expect, test } from 'vitest'
import { decodeUtf8 } from '#cli/io/read-file.ts'
import { readNamedRecords } from './read-ids.ts'

const { signal } = new AbortController()
const readRecordIds = async (file: string, stdin: Readable, expected: Entity, keys?: string[]) => {
  const named = await readNamedRecords(file, expected, { stdin, signal }, keys)
  return named.map(({ reference }) => reference)
}
const read = (text: string | Uint8Array) => readRecordIds('-', Readable.from([text]), userEntity)

test.each([
  ['one id per line', '1\n2\r\n\n 3 \n', ['1', '2', '3']],
  ['a JSON array of ids', '[1, "b", 3]', ['1', 'b', '3']],
  ['a JSON array of records', '[{"id":1,"email":"a@b"},{"id":"x"}]', ['1', 'x']],
  ['lines of JSON', '{"id":1}\n{"id":2}\n', ['1', '2']],
  ['a CSV with a column id', 'email,id\r\n"a,b",1\r\nc,2\r\n', ['1', '2']],
  ['a CSV with spaces around its names', 'email, id\na, 1\n', ['1']],
  ['a CSV with nothing but ids', 'id\n1\n2\n', ['1', '2']],
  ['an id behind a formula guard', "id,email\r\n'-5,x\r\n", ['-5']],
  ['a CSV below an empty line', '\n\nid\n1\n', ['1']],
  ['ids of other servers', 'a1\nb\n', ['a1', 'b']],
  ['ids after a byte order mark', '\uFEFF1\n', ['1']],
  ['nothing', '', []],
  ['a CSV of Excel with semicolons and cleared rows', 'sep=;\r\nID;E-Mail;;\r\n7;a@b;;\r\n;;;\r\n', ['7']],
  ['a CSV with tabs', 'id\temail\n1\ta\n', ['1']],
  ['a list of YAML', '- id: 1\n  email: a@b\n- id: x\n', ['1', 'x']],
])('reads %s', async (_name, text, keys) => {
  await expect(read(text)).resolves.toEqual(keys)
})

test.each([
  ['[{"name":"x"}]', 'standard input cannot be read: Item 1 has no id.'],
  ['{"id":1}\n{', 'standard input cannot be read: Line 2 is not JSON.'],
  [
    '[1, 12345678901234567890]',
    'standard input cannot be read: Item 2 has an id that is too large for a JSON number: put it in quotes.',
  ],
  ['name,email\nx,y\n', 'standard input cannot be read: Line 1: the CSV has no column id.'],
  ['id,email\n,y\n', 'standard input cannot be read: Line 2 has no id.'],
])('refuses %j', async (text, message) => {
  await expect(read(text)).rejects.toMatchObject({ message, exitCode: 2 })
})

test.each(['age', '"age"', 'category_id', 'first name', '\nrole'])('refuses a column headed %j', async (header) => {
  const message = `standard input cannot be read: Line 1: the only column is "${header.replaceAll(/["\n]/g, '')}"; an id column is needed.`
  await expect(read(`${header}\n3\n4\n`)).rejects.toMatchObject({ message, exitCode: 2 })
})

test('refuses bytes that are not UTF-8', async () => {
  const message = 'standard input is not UTF-8.'
  await expect(read(Buffer.from([0x31, 0xff, 0x0a]))).rejects.toMatchObject({ message, exitCode: 2 })
})

test('refuses a file that is larger than a string can be', () => {
  expect(() => decodeUtf8(new Uint8Array(constants.MAX_STRING_LENGTH + 1), 'ids.txt')).toThrow('ids.txt is too large')
})

test('refuses a missing file as a usage error', async () => {
  await expect(readRecordIds('no-such-file.csv', Readable.from([]), userEntity)).rejects.toMatchObject({ exitCode: 2 })
})

test.each([
  ['id,product_id,name,price\n1,a,b,1\n', 'products'],
  ['id, slug\n1,a\n', 'categories'],
  ['id,category_name\n1,a\n', 'categories'],
  ['id,category_name,subcategory_name\n1,a,b\n', 'positions'],
  ['[{"id":1,"email":"a@b"},{"id":2,"product_id":"a"}]', 'products'],
  ['{"id":1,"subcategory_name":"a","category":{"category_name":"b"}}\n', 'positions'],
])('refuses %j instead of user ids', async (text, kind) => {
  const message = `standard input contains ${kind}, not users.`
  await expect(read(text)).rejects.toMatchObject({ message, code: 'other_kind', exitCode: 2 })
})

test('does not mistake positions with category names for categories', async () => {
  const text = 'id,category_name,subcategory_name\n1,a,b\n'
  await expect(readRecordIds('-', Readable.from([text]), categoryEntity)).rejects.toMatchObject({
    message: 'standard input contains positions, not categories.',
  })
})

test('accepts unknown fields beside those of the entity', async () => {
  await expect(read('id,email,product_id\n1,a,b\n')).resolves.toEqual(['1'])
  await expect(read('id,name,note\n1,a,b\n')).resolves.toEqual(['1'])
  await expect(readRecordIds('-', Readable.from(['id,email\n1,a\n']), positionEntity)).rejects.toMatchObject({
    message: 'standard input contains users, not positions.',
  })
})
