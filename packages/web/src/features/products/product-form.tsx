import { isLargePriceChange } from '@rapport/core/entities/products/price-change.ts'
import { BILLING_CYCLES, CURRENCIES } from '@rapport/core/entities/products/product-choices.ts'
import { type ProductChanges, productEntity } from '@rapport/core/entities/products/product-description.ts'
import { MISSING_PRODUCT_FIELDS_MESSAGE, type Product } from '@rapport/core/entities/products/product.ts'
import { storeWarnings } from '@rapport/core/entities/products/store-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { productsQuery } from '#data/catalogue.queries.ts'
import { useStores } from '#data/settings.queries.ts'
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
import { productFormSchema, type ProductValues, toInput, toValues } from './product-values.ts'
import styles from './products.module.css'

/** The form that adds or edits a product (specification, sections 2, 5 and 9). */
export function ProductForm({ record: product, onCancel, onSaved }: FormProps<Product>) {
  const { data: products } = useQuery(productsQuery)
  const stores = useStores()
  const { form, field, isNew, panel } = useRecordForm<Product, ProductValues, ProductChanges>({
    entity: productEntity,
    record: product,
    toValues,
    schemas: { create: productFormSchema, update: productFormSchema },
    toInput,
    // Specification, section 4.
    mustReload: true,
    formatName: ({ name }) => name,
    missingFieldsMessage: MISSING_PRODUCT_FIELDS_MESSAGE,
    onSaved,
  })
  const input = toInput(form.watch())
  const saved = toValues(product)
  const warnings = storeWarnings(input, stores, product)
  const sameId = products?.find(({ id, product_id }) => id !== product?.id && product_id === input.product_id.trim())
  // A field error of the server already says that the ID is taken.
  const takenIdWarnings =
    sameId && !form.formState.errors.product_id
      ? [`Another plan, “${orNotSet(sameId.name)}”, already has this product ID.`]
      : []
  const [isConfirmingPrice, setIsConfirmingPrice] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (product && isLargePriceChange({ from: product.price, to: input.price })) setIsConfirmingPrice(true)
    else panel.state.submit(event)
  }
  /** Returns the props of a select. A server may have more choices than the contract. */
  const select = (name: 'currency' | 'billing_cycle', noun: string, choices: readonly string[]) => ({
    ...field(name),
    ...(saved[name] === '' && { placeholder: `Select a ${noun}` }),
    options: [...new Set([...choices, saved[name]])]
      .filter((value) => value !== '')
      .map((value) => ({ value, label: capitalised(value) })),
  })
  const newPrice = formatPrice(input)
  return (
    <FormPanel
      backLabel="Back to Subscription Plans"
      submitLabel={isNew ? 'Submit' : 'Update'}
      {...panel}
      state={{ ...panel.state, submit }}
      onCancel={onCancel}
      preview={<ProductPreview input={input} />}
    >
      <div className="pair">
        <TextField
          {...field('product_id')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          warnings={[...takenIdWarnings, ...warnings.product_id]}
          hint="As in the store, such as app_999_1m."
        />
        <TextField {...field('name')} autoComplete="off" required warnings={warnings.name} />
        <TextField {...field('price')} inputMode="decimal" autoComplete="off" required warnings={warnings.price} />
        <SelectField {...select('currency', 'currency', CURRENCIES)} />
        <SelectField {...select('billing_cycle', 'billing cycle', BILLING_CYCLES)} warnings={warnings.billing_cycle} />
        <TextField
          {...field('trial_period_days')}
          // A number field would not show a saved text.
          type={Number.isNaN(Number(saved.trial_period_days)) ? 'text' : 'number'}
          inputMode="numeric"
          step="1"
          min="0"
          // The mouse wheel would change the number.
          onWheel={({ currentTarget }) => currentTarget.blur()}
          warnings={warnings.trial_period_days}
        />
      </div>
      <AlertDialog
        open={isConfirmingPrice}
        onClose={() => setIsConfirmingPrice(false)}
        title={`Change the price from ${formatPrice(saved)} to ${newPrice}?`}
        description={`${changeText(saved, input)}Check the decimal separator.`}
        icon={<TriangleAlert />}
        tone="warning"
        action={
          <Button
            variant="primary"
            onClick={(event) => {
              setIsConfirmingPrice(false)
              panel.state.submit(event)
            }}
          >
            {`Change to ${newPrice}`}
          </Button>
        }
      />
    </FormPanel>
  )
}

/** Says how large a change of the price is, unless the currency changes too. */
function changeText(saved: ProductValues, { price, currency }: ReturnType<typeof toInput>): string {
  if (currency !== saved.currency) return ''
  const factor = price / Number(saved.price)
  if (factor < 1) return 'That is less than half the current price. '
  return factor < 2 || factor === Infinity
    ? 'That is more than 50% above the current price. '
    : `That is ${Number(factor.toFixed(factor < 10 ? 1 : 0))} times the current price. `
}

/** A product approximately as the app offers it, with the values typed so far. */
function ProductPreview({ input }: { input: ReturnType<typeof toInput> }) {
  const name = input.name.trim()
  const period = findPeriod(input)
  const trial = formatTrial(input)
  const amount = Number.isNaN(input.price) ? undefined : formatPrice(input)
  return (
    <AppPreview>
      <div className={styles['offer']}>
        <strong dir="auto" className={name === '' ? 'placeholder-text' : undefined}>
          {name || 'Name'}
        </strong>
        <span className={amount === undefined ? 'placeholder-text' : undefined}>
          <span className="figure">{amount ?? 'Price'}</span>
          {period && ` / ${period}`}
        </span>
        <span className={styles['subscribe']}>{trial === undefined ? 'Subscribe' : `Try ${trial} for free`}</span>
        <span className="note">
          {trial === undefined || amount === undefined
            ? 'Renews automatically.'
            : `Then ${amount}${period ? ` a ${period}` : ''}. Renews automatically.`}
        </span>
      </div>
    </AppPreview>
  )
}
