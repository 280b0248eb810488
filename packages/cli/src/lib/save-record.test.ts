import { beforeEach, expect, test, vi } from 'vitest'
import { categories } from '#cli/entities/categories.ts'
import { positions } from '#cli/entities/positions.ts'
import { products } from '#cli/entities/products.ts'
import { systemOf } from '../../test/run-cli.ts'
import { openDeps } from '#cli/deps.ts'
import { resolveTarget } from '#cli/auth/target.ts'
import { changedForm, saveRecord, wordsOf } from './save-record.ts'

const unreadable = vi.hoisted(() => ({ fields: {} as Record<string, unknown> }))
vi.mock('#cli/entities/server-records.ts', async (original) => ({
  ...(await original<object>()),
  unreadableFields: () => unreadable.fields,
}))
beforeEach(() => {
  unreadable.fields = {}
})

const words = (entity: Parameters<typeof wordsOf>[0]) =>
  wordsOf(entity, 'update', ({ flag }) => flag.split(' ')[0] ?? '')
const deps = () => openDeps(systemOf({}), { input: false, color: false }, resolveTarget)

const position = { id: 7, category_id: 1, subcategory_name: 'Nod', benefits: 'Being heard.', tips: 'Nod.' }
const product = { id: 3, product_id: 'app_1m', name: 'Monthly', price: 9.99, currency: 'CHF' }

test('a text that could not be read is left out of a change, and the rest is sent along', async () => {
  unreadable.fields = { benefits: { de: 'Gehört werden.' } }
  expect(await changedForm(positions, position, { subcategory_name: 'Hear' }, words(positions))).toMatchObject({
    category_id: '1',
    subcategory_name: 'Hear',
    benefits: undefined,
    tips: 'Nod.',
  })
})

test('a change that would lose what could not be read is refused, unless it names a new value', async () => {
  unreadable.fields = { currency: 'CHF' }
  await expect(changedForm(products, product, { name: 'Pro' }, words(products))).rejects.toMatchObject({
    code: 'unreadable_field',
    message: '--currency of product 3 is "CHF" on the server, which cannot be read and would be lost.',
    exitCode: 1,
  })
  expect(await changedForm(products, product, { currency: 'EUR' }, words(products))).toMatchObject({ currency: 'EUR' })
})

test('a record that the answer of a save does not hold is read from the list', async () => {
  const rows = [
    { id: 1, category_name: 'Trust' },
    { id: 2, category_name: 'Honesty' },
  ]
  const silent = { ...categories, save: async () => undefined, list: async () => rows }
  expect(await saveRecord(silent, { category_name: 'Honesty' }, undefined, deps())).toEqual(rows[1])
  expect(await saveRecord(silent, { category_name: 'Other' }, 1, deps())).toEqual(rows[0])
  await expect(saveRecord(silent, { category_name: 'Gone' }, undefined, deps())).rejects.toMatchObject({
    message: 'Category Gone was saved, but could not be read back: The list of categories does not have it.',
  })
})
