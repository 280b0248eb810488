import { createApi } from '@rapport/core/api/client.ts'
import { withoutRetry } from '@rapport/core/api/with-retry.ts'
import { CATALOGUE } from '@rapport/core/catalogue/catalogue-entities.ts'
import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import { expect, test } from 'vitest'
import { parseFiles } from './import-files.ts'
import { browserImages, compareChosenImages } from './import-images.ts'
import { planImport } from './import-plan.ts'
import { shownFields } from './shown-fields.ts'

const SAVED = {
  id: 1,
  product_id: 'gold',
  name: 'Gold',
  price: 5,
  currency: 'EUR',
  billing_cycle: 'monthly',
  trial_period_days: 0,
}

const api = createApi({
  baseUrl: 'http://rapport.test',
  getToken: () => 'token',
  fetch: async () => Response.json({ code: 200, message: '', data: [SAVED] }),
})

/** Returns the field names shown for a file's only row, folded ones in brackets. */
async function shown(values: string, isImported = false) {
  const text = `product_id,name,price,currency,billing_cycle,trial_period_days\n${values}`
  const { files } = await parseFiles([new File([text], 'products.csv')])
  const plan = await planImport({
    files,
    corrections: new Map(),
    remote: await fetchRemote(
      CATALOGUE.filter(({ noun }) => noun === 'products'),
      { api, withRetry: withoutRetry, signal: new AbortController().signal },
    ),
    compareImages: compareChosenImages([], browserImages()),
  })
  return plan.rows.flatMap((row) =>
    shownFields(row, isImported).map(({ name, isFolded }) => (isFolded ? `(${name})` : String(name))),
  )
}

test.each([
  [
    'a change: all that changes',
    'gold,Gold plus,6,EUR,monthly,7',
    ['name', 'price', 'trial_period_days', '(product_id)'],
  ],
  [
    'a new row: the first fields',
    'silver,Silver,3,EUR,monthly,7',
    ['product_id', 'name', 'price', '(currency)', '(billing_cycle)', '(trial_period_days)'],
  ],
  ['an unchanged row: nothing', 'gold,Gold,5,EUR,monthly,0', []],
])('shows of %s', async (_, values, names) => {
  expect(await shown(values)).toEqual(names)
})

test('shows the issues of an invalid row, and its other fields when unfolded', async () => {
  const [first, ...rest] = await shown('silver,Silver,three,EUR,monthly,7')
  expect(first).toBe('price')
  expect(rest).not.toEqual([])
  expect(rest.every((name) => name.startsWith('('))).toBe(true)
})

test('shows no fields of an imported row', async () => {
  expect(await shown('gold,Gold plus,6,EUR,monthly,7', true)).toEqual([])
})
