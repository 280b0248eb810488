import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, productsQuery } from '#data/catalogue.queries.ts'
import { capitalised } from '#ui/primitives/display-text.ts'
import { formatPrice } from '#ui/primitives/format-price.ts'
import type { HistoryEvent } from './history.queries.ts'

/** A record, of which only a catalogue's has values. */
export type ChangedRecord = Pick<HistoryEvent, 'changes'> & Partial<Pick<HistoryEvent, 'record_id'>>

type Change = NonNullable<HistoryEvent['changes']>[number]

/** Image paths of the reference server. The first 8 of the 64 digits are enough to tell two images apart. */
const OWN_IMAGE = /^\/media\/([0-9a-f]{8})[0-9a-f]{56}\.\w+$/

const LABELS = new Map([
  ...CATALOGUE.flatMap(({ fields }) => Object.entries(fields).map(([field, { label }]) => [field, label] as const)),
  ...CATALOGUE.flatMap(({ parent }) => (parent ? [[parent.idField, capitalised(parent.nameField)] as const] : [])),
])

/** Formats a field: "Image" for `sub_cat_image`, as in the import; "Category" for the id of one. */
export function fieldLabel(field: string): string {
  return LABELS.get(field) ?? capitalised(field.replaceAll('_', ' '))
}

/** Returns true unless the history has only field names, as for users. */
export function hasValues(change: Change): boolean {
  return 'before' in change || 'after' in change
}

function findChange(event: ChangedRecord, field: string): Change | undefined {
  return event.changes?.find((change) => change.field === field)
}

/** Returns how to show the values of an event's changes, empty ones as `''`: prices with their currency, parents by name. */
export function useEventValues(event: ChangedRecord) {
  const { data: products } = useQuery({ ...productsQuery, enabled: findChange(event, 'price') !== undefined })
  const { data: categories } = useQuery({ ...categoriesQuery, enabled: findChange(event, 'category_id') !== undefined })
  const product = products?.find(({ id }) => String(id) === String(event.record_id))
  const format = ({ field, ...values }: Change, side: 'before' | 'after'): string => {
    const text = valueText(values[side])
    if (text === '') return text
    if (field === 'price') {
      const currency = valueText(findChange(event, 'currency')?.[side]) || product?.currency
      return formatPrice({ price: text, currency })
    }
    if (field !== 'category_id') return text.replace(OWN_IMAGE, 'image $1')
    return categories?.find(({ id }) => String(id) === text)?.category_name ?? `#${text}`
  }
  return { format, product }
}
