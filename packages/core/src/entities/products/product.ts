import * as z from 'zod/mini'
import type { TolerantRecord } from '../../api/read/records.ts'
import type { components } from '../../generated/schema.ts'
import { requiredText } from '../../text/text-input.ts'
import { BILLING_CYCLES, CURRENCIES } from './product-choices.ts'

/** A subscription product of an app store (specification, section 3). `price` is a decimal, as number or text. */
export type Product = TolerantRecord<components['schemas']['Product']>

/** The message above the form if required fields are empty (specification, section 5). */
export const MISSING_PRODUCT_FIELDS_MESSAGE = 'Please fill in all required fields.'
const MAX_PRICE = 99_999_999.99
const MAX_TRIAL_DAYS = 99_999
const NEGATIVE_PRICE_MESSAGE = 'Price must be 0 or more.'
const TRIAL_DAYS_MESSAGE = 'Trial days must be a whole number from 0 to 99999.'

/** The body of `createProduct` and, with an id, of `updateProduct` (specification, sections 5 and 9). */
export const productInput = z.object({
  product_id: requiredText(MISSING_PRODUCT_FIELDS_MESSAGE, 200),
  name: requiredText(MISSING_PRODUCT_FIELDS_MESSAGE, 200),
  price: z
    .number(MISSING_PRODUCT_FIELDS_MESSAGE)
    .check(
      z.minimum(0, NEGATIVE_PRICE_MESSAGE),
      z.maximum(MAX_PRICE, `Price must be at most ${MAX_PRICE}.`),
      z.multipleOf(0.01, 'Price can have two decimal places at most.'),
    ),
  currency: z._default(z.enum(CURRENCIES), 'EUR'),
  billing_cycle: z._default(z.enum(BILLING_CYCLES), 'monthly'),
  trial_period_days: z._default(
    z.int(TRIAL_DAYS_MESSAGE).check(z.minimum(0, TRIAL_DAYS_MESSAGE), z.maximum(MAX_TRIAL_DAYS, TRIAL_DAYS_MESSAGE)),
    0,
  ),
})

export type ProductInput = z.output<typeof productInput>
