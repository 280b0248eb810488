import type { Category } from '@rapport/core/categories/category.ts'
import { foldText } from '@rapport/core/fold-text.ts'
import type { Position } from '@rapport/core/positions/position.ts'
import type { Product } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { changeCategory } from '#cli/lib/records/category-change.ts'
import { categoriesNamed, categoryRecord, categoryRemoval, listCategories } from '#cli/lib/records/category-record.ts'
import { changePosition } from '#cli/lib/records/position-change.ts'
import {
  listPositions,
  positionList,
  positionRecord,
  positionRemoval,
  positionsNamed,
  positionTitle,
  withCategoryNames,
} from '#cli/lib/records/position-record.ts'
import { changeProduct, priceOf } from '#cli/lib/records/product-change.ts'
import { listProducts, productRecord, productRemoval, withCents } from '#cli/lib/records/product-record.ts'
import type { Section } from '#cli/ui/browser/section.ts'
import { sectionOf, wholeList, type SectionParts } from './browser-section.ts'

const NAME = { name: 'name', label: 'Name' }

const CATEGORIES: SectionParts<Category> = {
  title: 'Categories',
  none: { all: 'No categories available.', found: 'No categories found matching your search.' },
  list: categoryRecord,
  full: categoryRecord,
  removal: categoryRemoval,
  partsOf: ({ category_name }) => ({ name: category_name, texts: { name: category_name } }),
  fields: [NAME],
  async save(id, { name }, deps) {
    const options = { category_name: 'Name', category_image: 'Image' }
    await changeCategory(id, { category_name: name }, { options, help: 'rapport categories update' }, deps)
    return [`Updated category ${id}.`]
  },
}

const POSITIONS: SectionParts<Position> = {
  title: 'Positions',
  none: { all: 'No positions available.', found: 'No positions found matching your search.' },
  list: positionList,
  full: positionRecord,
  removal: positionRemoval,
  partsOf(position) {
    const { subcategory_name, benefits, tips, challenges, safety_tips } = position
    const texts = { BENEFITS: benefits, TIPS: tips, CHALLENGES: challenges, 'SAFETY TIPS': safety_tips }
    const written = Object.entries(texts).flatMap(([title, text]) => (text?.trim() ? [[title, text.trim()]] : []))
    return {
      name: positionTitle(position),
      texts: { name: subcategory_name },
      details: Object.fromEntries(written),
    }
  },
  fields: [NAME],
  async save(id, { name }, deps) {
    const options = {
      category_id: 'Category',
      subcategory_name: 'Name',
      sub_cat_image: 'Image',
      benefits: 'Benefits',
      tips: 'Tips',
      challenges: 'Challenges',
      safety_tips: 'Safety tips',
    }
    await changePosition(id, { subcategory_name: name }, { options, help: 'rapport positions update' }, deps)
    return [`Updated position ${id}.`]
  },
}

const PRODUCTS: SectionParts<Product> = {
  title: 'Products',
  none: {
    all: 'No subscription plans available.',
    found: 'No subscription plans found matching your search.',
  },
  list: productRecord,
  full: productRecord,
  removal: productRemoval,
  partsOf: ({ name, product_id, price }) => ({
    name: `${name}, ${product_id}`,
    texts: { name, price: withCents(price) },
  }),
  fields: [NAME, { name: 'price', label: 'Price' }],
  async save(id, { name, price }, deps) {
    const options = {
      product_id: 'Product ID',
      name: 'Name',
      price: 'Price',
      currency: 'Currency',
      billing_cycle: 'Billing',
      trial_period_days: 'Trial days',
    }
    const changes = { name, ...(price !== undefined && { price: priceOf(price) }) }
    const { hints } = await changeProduct(id, changes, { options, help: 'rapport products update' }, deps)
    return [`Updated product ${id}.`, ...hints]
  },
}

/** Categories, positions and products, each read in one answer as the contract has them. */
export function catalogueSections(deps: Deps): Section[] {
  return [
    sectionOf(CATEGORIES, wholeList(CATEGORIES, deps, { read: listCategories, matching: categoriesNamed }), deps),
    sectionOf(POSITIONS, wholeList(POSITIONS, deps, { read: readPositions, matching: positionsNamed }), deps),
    sectionOf(PRODUCTS, wholeList(PRODUCTS, deps, { read: listProducts, matching: productsFound }), deps),
  ]
}

async function readPositions(deps: Deps): Promise<Position[]> {
  return withCategoryNames(await listPositions(deps), deps)
}

function productsFound(search: string, products: readonly Product[]): Product[] {
  const text = foldText(search)
  return products.filter(({ name, product_id }) => [name, product_id].some((value) => foldText(value).includes(text)))
}
