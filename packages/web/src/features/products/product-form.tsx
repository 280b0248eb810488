import { isLargePriceChange } from '@rapport/core/entities/products/price-change.ts'
import { BILLING_CYCLES, CURRENCIES } from '@rapport/core/entities/products/product-choices.ts'
import { productEntity, type ProductChanges } from '@rapport/core/entities/products/product-description.ts'
import {
  MISSING_PRODUCT_FIELDS_MESSAGE,
  productInput,
  type Product,
  type ProductInput,
} from '@rapport/core/entities/products/product.ts'
import { storeWarnings } from '@rapport/core/entities/products/store-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode, type SyntheticEvent } from 'react'
import * as z from 'zod/mini'
import { productsQuery } from '#data/catalogue.queries.ts'
import { parseTypedDecimal } from '#forms/decimal.ts'
import { FormPanel } from '#forms/form-panel.tsx'
import { useRecordForm, type FormProps } from '#forms/use-record-form.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { capitalised, orNotSet } from '#ui/primitives/display-text.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import { ConfirmPrice } from './confirm-price.tsx'
import { ProductPreview } from './product-preview.tsx'
import styles from './product-form.module.css'

const isPrice = (text: string) => text.trim() === '' || !Number.isNaN(parseTypedDecimal(text))

/** The form values, with numbers as text. */
const formSchema = z.object({
  product_id: z.string(),
  name: z.string(),
  price: z.string().check(z.refine(isPrice, 'Price must be a number, such as 9.99.')),
  currency: z.string().check(z.minLength(1, 'Please select a currency.')),
  billing_cycle: z.string().check(z.minLength(1, 'Please select a billing cycle.')),
  trial_period_days: z.string(),
} satisfies Record<keyof ProductInput, z.ZodMiniType>)
type Values = z.input<typeof formSchema>

const inputSchema = z.pipe(formSchema, z.pipe(z.transform(toInput), productInput))

const currencies = CURRENCIES.map((currency) => ({ value: currency, label: currency }))
const billingCycles = BILLING_CYCLES.map((cycle) => ({ value: cycle, label: capitalised(cycle) }))

/** The form that adds or edits a product (specification, sections 2, 5 and 9). */
export function ProductForm({ record: product, onCancel, onSaved }: FormProps<Product>) {
  const { data: products } = useQuery(productsQuery)
  const { form, field, isNew, panel } = useRecordForm<Product, Values, ProductChanges>({
    entity: productEntity,
    record: product,
    toValues,
    schemas: { create: inputSchema, update: inputSchema },
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

function toInput({ price, trial_period_days, ...texts }: Values): unknown {
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
