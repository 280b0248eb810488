import type { EditableEntity, FieldsOf } from '../entity.ts'
import { BILLING_CYCLES, CURRENCIES } from './product-choices.ts'
import type { Product, ProductInput } from './product.ts'
import { storeWarnings } from './store-rules.ts'

/** The input of a save. An update leaves out a field with a default if the record has no value. */
export type ProductChanges = Partial<ProductInput> & Pick<ProductInput, 'product_id' | 'name' | 'price'>

export const productEntity: EditableEntity<Product, ProductChanges> = {
  noun: 'products',
  singular: 'product',
  fields: {
    id: { type: 'id', label: 'ID' },
    product_id: {
      type: 'code',
      label: 'Product ID',
      flag: '--product-id <id>',
      help: "the store's product identifier, unique among products",
    },
    name: { type: 'name', label: 'Name', flag: '--name <name>', help: 'the name' },
    price: { type: 'decimal', label: 'Price', flag: '--price <amount>', help: 'a decimal with a point, such as 9.99' },
    currency: {
      type: 'choice',
      label: 'Currency',
      flag: '--currency <currency>',
      help: 'the currency of the price',
      choices: CURRENCIES,
      default: 'EUR',
    },
    billing_cycle: {
      type: 'choice',
      label: 'Billing',
      formLabel: 'Billing Cycle',
      flag: '--billing-cycle <cycle>',
      help: 'how often it is billed',
      choices: BILLING_CYCLES,
      default: 'monthly',
      dropOrder: 2,
    },
    trial_period_days: {
      type: 'integer',
      label: 'Trial days',
      formLabel: 'Trial Period (Days)',
      flag: '--trial-days <days>',
      help: 'the length of the free trial in days',
      default: '0',
      dropOrder: 1,
    },
  } satisfies FieldsOf<Product, ProductInput>,
  emptyMessages: {
    noRecords: 'No subscription plans available.',
    noMatches: 'No subscription plans found matching your search.',
  },
  searchFields: ['name', 'product_id'],
  titleOf: ({ name, product_id }) => `${name}, ${product_id}`,
  lookupFields: { product_id: 'product_id' },
  keyFields: ['product_id'],
  operations: { list: 'listProducts', create: 'createProduct', update: 'updateProduct', delete: 'deleteProduct' },
  movesToTrash: true,
  savesEveryField: true,
  async schemas() {
    const { productInput } = await import('./product.ts')
    return { create: productInput, update: productInput }
  },
  warningsFor: storeWarnings,
}
