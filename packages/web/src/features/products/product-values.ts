import { BILLING_CYCLES, CURRENCIES } from '@rapport/core/entities/products/product-choices.ts'
import { type Product, type ProductInput, productInput } from '@rapport/core/entities/products/product.ts'
import { numberReadings } from '@rapport/core/text/decimal.ts'
import * as z from 'zod/mini'
import { parseTypedDecimal } from '#forms/decimal.ts'

/** Returns what is wrong with a price that is not empty. As a number, one with many decimals could pass for a shorter one. */
function priceProblem(text: string): string | undefined {
  const [price, otherPrice] = numberReadings(text)
  if (price === undefined) return 'Price must be a number, such as 9.99.'
  if (/\.\d{2,}[1-9]/.test(price)) return 'Price can have two decimal places at most.'
  if (otherPrice === undefined) return undefined
  return `“${text.trim()}” could be ${price} or ${otherPrice}. Write it without a thousands separator.`
}

const { shape } = productInput

/** Reads the text of a field, and checks what it means. */
const typed = <Field extends z.ZodMiniType>(
  text: z.ZodMiniType<string, string>,
  read: (text: string) => unknown,
  field: Field,
) => z.pipe(z.pipe(text, z.transform(read)), field)

/** The form values, with numbers as text. */
export const productFormSchema = z.object({
  product_id: shape.product_id,
  name: shape.name,
  price: typed(
    z.string().check(
      z.refine((text) => text.trim() === '' || priceProblem(text) === undefined, {
        error: ({ input }) => priceProblem(String(input)),
      }),
    ),
    parseTypedDecimal,
    shape.price,
  ),
  currency: typed(z.string().check(z.minLength(1, 'Please select a currency.')), String, shape.currency),
  billing_cycle: typed(z.string().check(z.minLength(1, 'Please select a billing cycle.')), String, shape.billing_cycle),
  trial_period_days: typed(z.string(), Number, shape.trial_period_days),
} satisfies Record<keyof ProductInput, z.ZodMiniType>)

export type ProductValues = z.input<typeof productFormSchema>

export function toValues(product: Product | undefined): ProductValues {
  return {
    product_id: product?.product_id ?? '',
    name: product?.name ?? '',
    price: product === undefined ? '' : String(product.price),
    // New products have defaults; the admin must choose values that a saved product lacks.
    currency: product ? (product.currency ?? '') : CURRENCIES[0],
    billing_cycle: product ? (product.billing_cycle ?? '') : BILLING_CYCLES[0],
    trial_period_days: String(product?.trial_period_days ?? 0),
  }
}

export function toInput({ price, trial_period_days, ...texts }: ProductValues) {
  return { ...texts, price: parseTypedDecimal(price), trial_period_days: Number(trial_period_days) }
}
