import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { expect, test } from 'vitest'
import { resolveTarget } from '#cli/config/target.ts'
import { createDeps } from '#cli/deps.ts'
import { createSystem } from '../../test/support/run-cli.ts'
import { updateBody, saveRecord, toInputLabels } from './save-record.ts'

const labels = (entity: Parameters<typeof toInputLabels>[0]) =>
  toInputLabels(entity, 'update', ({ flag }) => flag.split(' ')[0] ?? '')
const deps = () => createDeps(createSystem({}), { input: false, color: false }, resolveTarget)

async function productFrom(fields: object): Promise<Product> {
  const data = [{ id: 3, product_id: 'app_1m', name: 'Monthly', price: 9.99, ...fields }]
  const fetch = async () => Response.json({ code: 200, message: 'ok', data })
  const [product] = await productEntity.list(
    createDeps({ ...createSystem({}), fetch }, { input: false, color: false }, signedIn),
  )
  if (!product) throw new Error('The list is empty.')
  return product
}
const signedIn: typeof resolveTarget = (...parameters) => ({ ...resolveTarget(...parameters), token: 'token' })

test('an update sends the other fields unchanged', async () => {
  const product = await productFrom({ price: '9.90', trial_period_days: '2', currency: 'GBP' })
  expect(await updateBody(productEntity, product, { name: 'Pro' }, labels(productEntity))).toEqual({
    product_id: 'app_1m',
    name: 'Pro',
    price: 9.9,
    trial_period_days: 2,
    currency: 'GBP',
  })
})

test.each([{}, { currency: null, billing_cycle: null, trial_period_days: null }])(
  'an update of a product with %j sends no defaults for missing values',
  async (fields) => {
    const product = await productFrom(fields)
    const keptFields = { product_id: 'app_1m', price: 9.99 }
    expect(await updateBody(productEntity, product, { name: 'Pro' }, labels(productEntity))).toEqual({
      ...keptFields,
      name: 'Pro',
    })
    expect(await updateBody(productEntity, product, { currency: 'EUR' }, labels(productEntity))).toEqual({
      ...keptFields,
      name: 'Monthly',
      currency: 'EUR',
    })
  },
)

test.each([
  ['price', 'cheap', '--price', { price: 12 }],
  ['price', null, '--price', { price: 12 }],
  ['trial_period_days', 'two', '--trial-days', { trial_period_days: 2 }],
])('refuses an update that would lose a %s of %j, unless it sets a new value', async (field, value, flag, changes) => {
  const product = await productFrom({ [field]: value })
  await expect(updateBody(productEntity, product, { name: 'Pro' }, labels(productEntity))).rejects.toMatchObject({
    code: 'unreadable_field',
    message: `${flag} of product 3 is ${JSON.stringify(value)} on the server, which cannot be read and would be lost.`,
    exitCode: 1,
  })
  expect(await updateBody(productEntity, product, changes, labels(productEntity))).toMatchObject(changes)
})

test('reads the record from the list if the response of a save lacks it', async () => {
  const rows = [
    { id: 1, category_name: 'Trust' },
    { id: 2, category_name: 'Honesty' },
  ]
  const silent = { ...categoryEntity, save: async () => undefined, list: async () => rows }
  expect(await saveRecord(silent, { category_name: 'Honesty' }, undefined, deps())).toEqual(rows[1])
  expect(await saveRecord(silent, { category_name: 'Other' }, 1, deps())).toEqual(rows[0])
  await expect(saveRecord(silent, { category_name: 'Gone' }, undefined, deps())).rejects.toMatchObject({
    message: 'Category Gone was saved, but could not be read back: The list of categories does not contain it.',
  })
})
