import {
  BILLING_CYCLES,
  CURRENCIES,
  productInput,
  type Product,
  type ProductInput,
} from '@rapport/core/products/product.ts'
import { storeDoubts } from '@rapport/core/products/store-rules.ts'
import { controlOf } from '#lib/form-control.ts'
import { inputResolver } from '#lib/input-resolver.ts'
import { useSave } from '#lib/use-save.ts'
import { ChoiceField } from '#ui/choice-field.tsx'
import type { FormProps, SavedRecord } from '#ui/crud-screen.tsx'
import { FormPanel } from '#ui/form-panel.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { capitalised } from './price-text.ts'
import styles from './product-form.module.css'
import { useSaveProduct } from './subscriptions.queries.ts'

interface Props extends FormProps<Product> {
  /** All products, as far as they are known. */
  products: readonly Product[] | undefined
}

/** Numbers as text, so that a draft can restore a half typed one. */
type Values = Record<keyof ProductInput, string>

const resolver = inputResolver<Values, ProductInput>(productInput, toInput)

const currencies = CURRENCIES.map((currency) => ({ value: currency, label: currency }))
const cycles = BILLING_CYCLES.map((cycle) => ({ value: cycle, label: capitalised(cycle) }))

/** Adds or edits a subscription product (specification, sections 2, 5 and 9). */
export function ProductForm({ record: product, products, draftName, onCancel, onSaved }: Props) {
  const { mutateAsync } = useSaveProduct(product?.id)
  const { form, state, errorOf } = useSave<Values, ProductInput, SavedRecord>({
    draftName,
    initial: valuesOf(product),
    resolver,
    save: async (input) => {
      await mutateAsync(input)
      return { id: product?.id, name: input.name }
    },
    situation: product ? 'updateProduct' : 'createProduct',
    onSaved,
  })
  const values = form.watch()
  const doubts = storeDoubts(knownOf(values), product && knownOf(valuesOf(product)))
  const sameId = products?.find(({ id, product_id }) => id !== product?.id && product_id === values.product_id.trim())
  // Not beside the server's own refusal, which says the same.
  const taken =
    sameId && errorOf('product_id') === undefined
      ? [`Another plan, “${sameId.name}”, has this product ID already.`]
      : []
  const currency = controlOf(form, 'currency')
  const cycle = controlOf(form, 'billing_cycle')
  return (
    <FormPanel
      title={product ? 'Edit Subscription' : 'Add Subscription'}
      backLabel="Back to Subscription Plans"
      submitLabel={product ? 'Update' : 'Submit'}
      state={state}
      onCancel={onCancel}
    >
      <div className={styles['grid']}>
        <TextField
          label="Product ID"
          starred
          {...form.register('product_id')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errorOf('product_id')}
          warnings={[...taken, ...doubts.product_id]}
          hint="As in the store, such as app_999_1m."
        />
        <TextField
          label="Name"
          starred
          {...form.register('name')}
          autoComplete="off"
          required
          error={errorOf('name')}
          warnings={doubts.name}
        />
        <NumberField
          label="Price"
          starred
          {...form.register('price')}
          inputMode="decimal"
          step="0.01"
          min="0"
          required
          error={errorOf('price')}
        />
        <ChoiceField
          label="Currency"
          name={currency.name}
          value={currency.value}
          onChange={({ target }) => currency.onChange(target.value)}
          options={withOwn(currencies, product?.currency)}
          error={errorOf('currency')}
        />
        <ChoiceField
          label="Billing Cycle"
          name={cycle.name}
          value={cycle.value}
          onChange={({ target }) => cycle.onChange(target.value)}
          options={withOwn(cycles, product?.billing_cycle)}
          error={errorOf('billing_cycle')}
          warnings={doubts.billing_cycle}
        />
        <NumberField
          label="Trial Period (Days)"
          {...form.register('trial_period_days')}
          step="1"
          min="0"
          error={errorOf('trial_period_days')}
          warnings={doubts.trial_period_days}
        />
      </div>
    </FormPanel>
  )
}

/** A server may know more currencies and billing cycles; what a product has is shown as it is. */
function withOwn(options: readonly { value: string; label: string }[], own: string | null | undefined) {
  return !own || options.some(({ value }) => value === own) ? options : [...options, { value: own, label: own }]
}

function valuesOf(product: Product | undefined): Values {
  return {
    product_id: product?.product_id ?? '',
    name: product?.name ?? '',
    price: product === undefined ? '' : String(product.price),
    currency: product?.currency || CURRENCIES[0],
    billing_cycle: product?.billing_cycle || BILLING_CYCLES[0],
    trial_period_days: String(product?.trial_period_days ?? 0),
  }
}

function toInput({ price, trial_period_days, ...texts }: Values) {
  return {
    ...texts,
    price: price.trim() === '' ? Number.NaN : Number(price),
    trial_period_days: Number(trial_period_days),
  }
}

/** The values that the rules of the stores check. */
function knownOf({ product_id, name, billing_cycle, trial_period_days }: Values): Partial<ProductInput> {
  const known = BILLING_CYCLES.find((candidate) => candidate === billing_cycle)
  return {
    product_id,
    name,
    trial_period_days: Number(trial_period_days),
    ...(known && { billing_cycle: known }),
  }
}
