import { expect, test } from 'vitest'
import { findSaving, groupProducts } from './product-groups.ts'

const product = (id: number, name: string, price: number | string, billing_cycle: string, currency = 'EUR') => ({
  id,
  name,
  price,
  billing_cycle,
  product_id: `plan.${id}`,
  currency,
  trial_period_days: 0,
})
const savings = (...products: ReturnType<typeof product>[]) =>
  groupProducts(products).flatMap((group) => group.products.map((member) => findSaving(group, member)))

test('computes the saving against the monthly product of the same group', () => {
  expect(
    savings(
      product(1, 'Pro, yearly', '119.99', 'yearly'),
      product(2, 'Pro, monthly', 14.99, 'monthly'),
      product(3, 'Pro, weekly', 5.99, 'weekly'),
    ),
  ).toEqual([33, undefined, undefined])
})

test('returns no saving for products that share no name, and none of 100 % or more', () => {
  expect(
    savings(
      product(1, 'Starter', 20, 'monthly'),
      product(2, 'Team', 60, 'yearly'),
      product(3, 'Donation', 1, 'weekly'),
    ),
  ).toEqual([undefined, undefined, undefined])
  expect(savings(product(1, 'Pro, yearly', -60, 'yearly'), product(2, 'Pro, monthly', 10, 'monthly'))).toEqual([
    undefined,
    undefined,
  ])
})

test('returns no saving without exactly one monthly product that has a price in the same currency', () => {
  const yearly = product(1, 'Pro, yearly', 60, 'yearly')
  expect(savings(yearly, product(2, 'Pro, weekly', 5, 'weekly'))).toEqual([undefined, undefined])
  expect(savings(yearly, product(2, 'Pro, monthly', 10, 'monthly', 'USD'))).toEqual([undefined, undefined])
  expect(savings(yearly, product(2, 'Pro, monthly', 'free', 'monthly'))).toEqual([undefined, undefined])
  expect(
    savings(yearly, product(2, 'Pro, monthly', 10, 'monthly'), product(3, 'Pro (1 month)', 12, 'monthly')),
  ).toEqual([undefined, undefined, undefined])
})
