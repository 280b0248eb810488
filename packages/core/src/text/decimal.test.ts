import { expect, it } from 'vitest'
import { numberReadings } from './decimal.ts'

it.each<[string, string[]]>([
  ['9.99', ['9.99']],
  ['9,99', ['9.99']],
  [' -5 ', ['-5']],
  ['1.234,56', ['1234.56']],
  ['1,234.56', ['1234.56']],
  ['1.234.567', ['1234567']],
  ['1\u00A0234,56', ['1234.56']],
  ["1'234.50", ['1234.50']],
  ['0,123', ['0.123']],
  ['1,234', ['1.234', '1234']],
  ['1.234', ['1.234', '1234']],
  ['12,34,567', []],
  ['1.23,45', []],
  ['', []],
])('a spreadsheet means by %j the numbers %j', (text, readings) => {
  expect(numberReadings(text)).toEqual(readings)
})
