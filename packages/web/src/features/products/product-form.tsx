import { isLargePriceChange } from '@rapport/core/entities/products/price-change.ts'
import { BILLING_CYCLES, CURRENCIES } from '@rapport/core/entities/products/product-choices.ts'
import { type ProductChanges, productEntity } from '@rapport/core/entities/products/product-description.ts'
import {
  MISSING_PRODUCT_FIELDS_MESSAGE,
  type Product,
  type ProductInput,
  productInput,
} from '@rapport/core/entities/products/product.ts'
import { storeWarnings } from '@rapport/core/entities/products/store-rules.ts'
import { numberReadings } from '@rapport/core/text/decimal.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode, type SyntheticEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import * as z from 'zod/mini'
import { productsQuery } from '#data/catalogue.queries.ts'
import { parseTypedDecimal } from '#forms/decimal.ts'
import { FormPanel } from '#forms/form-panel.tsx'
import { type FormProps, useRecordForm } from '#forms/use-record-form.tsx'
import { AppPreview } from '#ui/cards/app-preview.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { capitalised, orNotSet } from '#ui/primitives/display-text.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { findPeriod, formatTrial } from './product-price.ts'
import styles from './product-form.module.css'

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
const formSchema = z.object({
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
type Values = z.input<typeof formSchema>

const currencies = CURRENCIES.map((currency) => ({ value: currency, label: currency }))
const billingCycles = BILLING_CYCLES.map((cycle) => ({ value: cycle, label: capitalised(cycle) }))

/** The form that adds or edits a product (specification, sections 2, 5 and 9). */
export function ProductForm({ record: product, onCancel, onSaved }: FormProps<Product>) {
  const { data: products } = useQuery(productsQuery)
  const { form, field, isNew, panel } = useRecordForm<Product, Values, ProductChanges>({
    entity: productEntity,
    record: product,
    toValues,
    schemas: { create: formSchema, update: formSchema },
    toInput,
    // Specification, section 4.
    mustReload: true,
    formatName: ({ name }) => name,
    missingFieldsMessage: MISSING_PRODUCT_FIELDS_MESSAGE,
    onSaved,
  })
  const { errors } = form.formState
  const values = form.watch()
  const [isConfirmingPrice, setIsConfirmingPrice] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (product && isLargePriceChange({ from: product.price, to: parseTypedDecimal(values.price) }))
      setIsConfirmingPrice(true)
    else panel.state.submit(event)
  }
  const savedValues = toValues(product)
  const warnings = storeWarnings(checkedFields(values), product && checkedFields(savedValues))
  const sameId = products?.find(({ id, product_id }) => id !== product?.id && product_id === values.product_id.trim())
  // A field error of the server already says that the ID is taken.
  const takenIdWarnings =
    sameId && !errors.product_id ? [`Another plan, “${orNotSet(sameId.name)}”, already has this product ID.`] : []
  const controls: Record<keyof Values, ReactNode> = {
    product_id: (
      <TextField
        className={styles['wide']}
        starred
        {...field('product_id')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        warnings={[...takenIdWarnings, ...warnings.product_id]}
        hint="As in the store, such as app_999_1m."
      />
    ),
    name: (
      <TextField
        className={styles['wide']}
        starred
        {...field('name')}
        autoComplete="off"
        required
        warnings={warnings.name}
      />
    ),
    price: (
      <TextField
        starred
        {...field('price')}
        inputMode="decimal"
        autoComplete="off"
        required
        trailing={
          <span className={styles['currency']} aria-hidden="true">
            {values.currency}
          </span>
        }
      />
    ),
    currency: (
      <SelectField
        {...field('currency')}
        {...(savedValues.currency === '' && { placeholder: 'Select a currency' })}
        options={withCurrentValue(currencies, product?.currency)}
      />
    ),
    billing_cycle: (
      <SelectField
        {...field('billing_cycle')}
        {...(savedValues.billing_cycle === '' && { placeholder: 'Select a billing cycle' })}
        options={withCurrentValue(billingCycles, product?.billing_cycle)}
        warnings={warnings.billing_cycle}
      />
    ),
    trial_period_days: (
      <TextField
        {...field('trial_period_days')}
        // A number field would not show a saved text.
        type={Number.isNaN(Number(savedValues.trial_period_days)) ? 'text' : 'number'}
        inputMode="numeric"
        step="1"
        min="0"
        // The mouse wheel would change the number.
        onWheel={({ currentTarget }) => currentTarget.blur()}
        warnings={warnings.trial_period_days}
      />
    ),
  }
  return (
    <FormPanel
      title={isNew ? 'Add Subscription' : 'Edit Subscription'}
      backLabel="Back to Subscription Plans"
      submitLabel={isNew ? 'Submit' : 'Update'}
      {...panel}
      state={{ ...panel.state, submit }}
      onCancel={onCancel}
      preview={<ProductPreview values={values} />}
    >
      <div className="pair">
        {Object.entries(controls).map(([name, control]) => (
          <Fragment key={name}>{control}</Fragment>
        ))}
      </div>
      <ConfirmPrice
        open={isConfirmingPrice}
        before={formatPrice({ price: savedValues.price, currency: savedValues.currency })}
        after={formatPrice({ price: String(parseTypedDecimal(values.price)), currency: values.currency })}
        factor={
          values.currency === savedValues.currency
            ? parseTypedDecimal(values.price) / parseTypedDecimal(savedValues.price)
            : undefined
        }
        onClose={() => setIsConfirmingPrice(false)}
        onConfirm={(event) => {
          setIsConfirmingPrice(false)
          panel.state.submit(event)
        }}
      />
    </FormPanel>
  )
}

/** Adds the product's own value to the options, because a server may have more currencies and billing cycles. */
function withCurrentValue(options: readonly { value: string; label: string }[], current: string | null | undefined) {
  return !current || options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }]
}

function toValues(product: Product | undefined): Values {
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

function toInput({ price, trial_period_days, ...texts }: Values): FieldValues {
  return { ...texts, price: parseTypedDecimal(price), trial_period_days: Number(trial_period_days) }
}

/** Returns the fields that the stores' rules check. */
function checkedFields({ product_id, name, billing_cycle, trial_period_days }: Values): Partial<ProductInput> {
  const billingCycle = BILLING_CYCLES.find((candidate) => candidate === billing_cycle)
  return {
    product_id,
    name,
    trial_period_days: Number(trial_period_days),
    ...(billingCycle && { billing_cycle: billingCycle }),
  }
}

interface Props {
  /** Values typed so far. */
  values: { name: string; price: string; currency: string; billing_cycle: string; trial_period_days: string }
}

/** A product approximately as the app offers it. */
function ProductPreview({ values }: Props) {
  const price = parseTypedDecimal(values.price)
  const period = findPeriod(values)
  const trial = formatTrial({ trial_period_days: Number(values.trial_period_days) || 0 })
  const amount = Number.isNaN(price) ? undefined : formatPrice({ price, currency: values.currency })
  return (
    <AppPreview>
      <div className={styles['product']}>
        <span dir="auto" className={values.name.trim() === '' ? 'placeholder-text' : styles['name']}>
          {values.name.trim() || 'Name'}
        </span>
        <span className={amount === undefined ? 'placeholder-text' : undefined}>
          <strong className={styles['amount']}>{amount ?? 'Price'}</strong>
          {period && ` / ${period}`}
        </span>
        <span className={styles['button']}>{trial === undefined ? 'Subscribe' : `Try ${trial} for free`}</span>
        <span className={styles['small']}>
          {trial === undefined || amount === undefined
            ? 'Renews automatically.'
            : `Then ${amount}${period ? ` a ${period}` : ''}. Renews automatically.`}
        </span>
      </div>
    </AppPreview>
  )
}

interface ConfirmPriceProps {
  open: boolean
  before: string
  after: string
  /** The new price divided by the old one; undefined if the currency changes too. */
  factor: number | undefined
  onClose: () => void
  onConfirm: (event: SyntheticEvent) => void
}

/** A dialog that confirms a large change of the price, and says how large it is. */
function ConfirmPrice({ open, before, after, factor, onClose, onConfirm }: ConfirmPriceProps) {
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title={`Change the price from ${before} to ${after}?`}
      description={`${factor === undefined ? '' : `That is ${changeText(factor)}. `}Check the decimal separator.`}
      icon={<TriangleAlert />}
      tone="warning"
      action={
        <Button variant="primary" onClick={onConfirm}>
          {`Change to ${after}`}
        </Button>
      }
    />
  )
}

function changeText(factor: number): string {
  if (factor < 1) return 'less than half the current price'
  return factor < 2 || factor === Infinity
    ? 'more than 50% above the current price'
    : `${Number(factor.toFixed(factor < 10 ? 1 : 0))} times the current price`
}
