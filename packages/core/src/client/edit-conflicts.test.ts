import { expect, it } from 'vitest'
import { changedSince, conflictingFields } from './edit-conflicts.ts'

const base = { name: 'Trust', tips: 'Listen.', price: 9.9, image: '/media/a.png' }

it('merges what only one side changed', () => {
  expect(conflictingFields({ tips: 'Ask.' }, base, { ...base, name: 'Honesty', price: 12 })).toEqual([])
})

it('names a field that both sides changed differently', () => {
  const current = { ...base, tips: 'Wait.', price: 12 }
  expect(conflictingFields({ tips: 'Ask.', price: 10, name: 'Trust' }, base, current)).toEqual(['tips', 'price'])
})

it('agrees where both sides made the same change', () => {
  expect(conflictingFields({ tips: 'Ask.' }, base, { ...base, tips: 'Ask.\r\n' })).toEqual([])
})

it('names an image that both sides replaced', () => {
  const image = new Blob(['new'])
  expect(conflictingFields({ image }, base, { ...base, image: '/media/b.png' })).toEqual(['image'])
  expect(conflictingFields({ image }, base, base)).toEqual([])
  expect(conflictingFields({ image: undefined }, base, { ...base, image: '/media/b.png' })).toEqual([])
})

it('treats a number and its text, and null and an empty text, as equal', () => {
  expect(changedSince(['price', 'note'], { price: 9.9, note: null }, { price: '9.90', note: '' })).toEqual([])
  expect(changedSince(['price', 'name'], base, { ...base, price: '9.91' })).toEqual(['price'])
})

it('compares prices as numbers, also where the server sends both as text', () => {
  expect(conflictingFields({ price: 12 }, { price: '9.90' }, { price: '9.9' })).toEqual([])
  expect(conflictingFields({ price: 12 }, { price: '9.90' }, { price: '9.91' })).toEqual(['price'])
  expect(changedSince(['price'], { price: 'free' }, { price: 'cheap' })).toEqual(['price'])
})

it('tells "7" from "07", and ignores the signature of a URL', () => {
  expect(conflictingFields({ name: 'Seven' }, { name: '7' }, { name: '07' })).toEqual(['name'])
  const signed = (path: string, signature: string) => ({
    image: `https://files.test/${path}?X-Amz-Signature=${signature}`,
  })
  expect(changedSince(['image'], signed('a.png', '1'), signed('a.png', '2'))).toEqual([])
  expect(changedSince(['image'], signed('a.png', '1'), signed('b.png', '1'))).toEqual(['image'])
})
