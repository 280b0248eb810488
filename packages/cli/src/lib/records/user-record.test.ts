import { expect, test } from 'vitest'
import { renderTable } from '#cli/io/table.ts'
import { userRecord } from './user-record.ts'

const EMAIL = 'anna.katharina.musterfrau@department.example.org'
const user = {
  id: 100_234,
  first_name: 'Anna Katharina',
  last_name: 'Musterfrau-Beispiel',
  email: EMAIL,
  joined_date: '2026-01-01T12:00:00Z',
  age: 30,
  gender: 'female',
  status: 'inactive',
  role: 'admin',
}
const at = (width: number) => renderTable(userRecord.columns, [user], { isTerminal: true, width, color: false })

test('a long e-mail address is whole before what is of less use is there at all', () => {
  expect(at(140)).toMatch(/^ID +NAME +JOINED +EMAIL +AGE +GENDER +STATUS +ROLE\n/)
  for (const width of [120, 110, 100, 92]) expect(at(width)).toContain(` ${EMAIL} `)
  expect(at(92)).toMatch(/^ID +NAME +EMAIL +STATUS +ROLE\n/)
})

test('a name gives way to the e-mail address as far as it stays of use', () => {
  expect(at(80)).toMatch(
    /\n100234 {2}Anna Katharina … {2}anna\.katharina\.musterfrau@department… {2}inactive {2}admin\n$/,
  )
})
