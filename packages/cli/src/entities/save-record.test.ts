import { listRecords } from '@rapport/core/client/records.ts'
import { updateInput } from '@rapport/core/client/save-record.ts'
import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import type { Product } from '@rapport/core/entities/products/product.ts'
import { expect, test } from 'vitest'
import { resolveTarget } from '#cli/config/target.ts'
import { createDeps } from '#cli/deps.ts'
import { createSystem } from '../../test/support/run-cli.ts'
import { explainingInvalid, readBack, toInputLabels } from './save-record.ts'

const labels = (entity: Parameters<typeof toInputLabels>[0]) =>
  toInputLabels(entity, 'update', ({ flag }) => flag.split(' ')[0] ?? '')
const updateBody = (product: Product, changes: object) =>
  explainingInvalid(productEntity, product, labels(productEntity), () =>
    updateInput(productEntity, product, { ...changes }),
  )
const deps = () => createDeps(createSystem({}), { input: false, color: false }, resolveTarget)

async function productFrom(fields: object): Promise<Product> {
  const data = [{ id: 3, product_id: 'app_1m', name: 'Monthly', price: 9.99, ...fields }]
  const fetch = async () => Response.json({ code: 200, message: 'ok', data })
  const { client } = createDeps({ ...createSystem({}), fetch }, { input: false, color: false }, signedIn)
  const [product] = await listRecords(client, productEntity)
  if (!product) throw new Error('The list is empty.')
  return product
}
const signedIn: typeof resolveTarget = (...parameters) => ({ ...resolveTarget(...parameters), token: 'token' })

test('an update sends the other fields unchanged', async () => {
  const product = await productFrom({ price: '9.90', trial_period_days: '2', currency: 'GBP' })
  expect(await updateBody(product, { name: 'Pro' })).toEqual({
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
    expect(await updateBody(product, { name: 'Pro' })).toEqual({
      ...keptFields,
      name: 'Pro',
    })
    expect(await updateBody(product, { currency: 'EUR' })).toEqual({
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
  await expect(updateBody(product, { name: 'Pro' })).rejects.toMatchObject({
    code: 'unreadable_field',
    message: `${flag} of product 3 is ${JSON.stringify(value)} on the server, which cannot be read and would be lost.`,
    exitCode: 1,
  })
  expect(await updateBody(product, changes)).toMatchObject(changes)
})

test('reads the record from the list if the response of a save lacks it', async () => {
  const rows = [
    { id: 1, category_name: 'Trust' },
    { id: 2, category_name: 'Honesty' },
  ]
  const listing = { ...deps(), client: { ...deps().client, call: async () => rows as never } }
  expect(await readBack(categoryEntity, { saved: undefined, form: { category_name: 'Honesty' } }, listing)).toEqual(
    rows[1],
  )
  expect(
    await readBack(categoryEntity, { saved: undefined, form: { category_name: 'Other' }, id: 1 }, listing),
  ).toEqual(rows[0])
  await expect(
    readBack(categoryEntity, { saved: undefined, form: { category_name: 'Gone' } }, listing),
  ).rejects.toMatchObject({
    message: 'Category Gone was saved, but could not be read back: The list of categories does not contain it.',
  })
})
