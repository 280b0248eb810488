import { randomBytes } from 'node:crypto'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { imageAddress } from '#cli/catalogue/images/served-image.ts'
import { breach, type Checks, held } from './checks.ts'

/** A png of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Id = number | string

/** Makes, edits and deletes one record of each kind, and clears away what is left of them, whatever happens. */
export async function checkWrites(checks: Checks, deps: Deps, signal: AbortSignal): Promise<void> {
  const name = `rapport-smoke-${randomBytes(6).toString('hex')}`
  const run = new WriteRun(checks, deps, signal, name)
  try {
    await run.products()
    await run.categories()
  } finally {
    await run.cleanUp()
  }
}

class WriteRun {
  readonly #checks: Checks
  readonly #deps: Deps
  readonly #signal: AbortSignal
  readonly #name: string

  constructor(checks: Checks, deps: Deps, signal: AbortSignal, name: string) {
    this.#checks = checks
    this.#deps = deps
    this.#signal = signal
    this.#name = name
  }

  async products() {
    const { api } = this.#deps
    const signal = this.#signal
    const body = {
      product_id: this.#name,
      name: this.#name,
      price: 9.99,
      currency: 'EUR',
      billing_cycle: 'monthly',
      trial_period_days: 0,
    } as const
    const made = await this.#checks.check('a product is made', 'createProduct', async () => {
      await held(api.POST('/api/admin/subscription-products', { body, signal }), [200, 201])
      return this.#product(9.99)
    })
    await this.#checks.check('a product without a name is refused', 'createProduct', () =>
      refused(
        api.POST('/api/admin/subscription-products', {
          body: { ...body, product_id: `${this.#name}-2`, name: '' },
          signal,
        }),
        [400, 422],
      ),
    )
    if (made === undefined) return this.#skipped('product', 'updateProduct', 'deleteProduct')
    const params = { path: { id: String(made) } }
    const path = '/api/admin/subscription-products/{id}'
    await this.#checks.check('a product is edited', 'updateProduct', async () => {
      await held(api.PUT(path, { params, body: { ...body, id: made, price: 12.5 }, signal }), [200, 201])
      await this.#product(12.5)
    })
    await this.#checks.check('a product is deleted', 'deleteProduct', async () => {
      await held(api.DELETE(path, { params, signal }))
      if ((await this.#leftProducts()).length > 0) throw breach('The product is still in the list.')
    })
    await this.#checks.check('a product that is gone is not found', 'deleteProduct', () =>
      refused(api.DELETE(path, { params, signal }), [404]),
    )
  }

  async categories() {
    const { api } = this.#deps
    const signal = this.#signal
    const image = new File([new Uint8Array(PIXEL)], 'pixel.png', { type: 'image/png' })
    const id = await this.#checks.check('a category is made', 'saveCategory', async () => {
      const form = multipart({ category_name: this.#name, category_image: image })
      const saved = await held(api.POST('/api/admin/category', { ...form, signal }))
      expectEqual('category_name', saved.category_name, this.#name)
      return { id: saved.id, image: saved.category_image }
    })
    if (!id) {
      this.#skipped('position', 'savePosition', 'deletePosition')
      return this.#skipped('category', 'saveCategory', 'deleteCategory')
    }
    await this.#checks.check('the image of a category is served', null, () => this.#expectImage(id.image ?? ''))
    await this.#checks.check('a category is edited', 'saveCategory', async () => {
      const form = multipart({ id: id.id, category_name: `${this.#name}-edited` })
      const saved = await held(api.POST('/api/admin/category', { ...form, signal }))
      expectEqual('category_name', saved.category_name, `${this.#name}-edited`)
      expectEqual('id', String(saved.id), String(id.id))
      if (!saved.category_image) throw breach('The image is gone although none was sent.')
    })
    await this.#positions(id.id, image)
    await this.#checks.check('a category is deleted', 'deleteCategory', async () => {
      const params = { path: { id: String(id.id) } }
      await held(api.DELETE('/api/admin/category/{id}', { params, signal }))
      if ((await this.#leftCategories()).length > 0) throw breach('The category is still in the list.')
    })
  }

  async #positions(category_id: Id, sub_cat_image: File) {
    const { api } = this.#deps
    const signal = this.#signal
    const texts = { category_id, subcategory_name: this.#name, benefits: 'Benefits', tips: 'Tips' }
    const made = await this.#checks.check('a position is made', 'savePosition', async () => {
      const form = multipart({ ...texts, challenges: 'Challenges', safety_tips: 'Safety tips', sub_cat_image })
      const saved = await held(api.POST('/api/admin/subcategory', { ...form, signal }))
      expectEqual('subcategory_name', saved.subcategory_name, this.#name)
      expectEqual('category_id', String(saved.category_id), String(category_id))
      expectEqual('benefits', saved.benefits, 'Benefits')
      return saved.id
    })
    if (made === undefined) return this.#skipped('position', 'savePosition', 'deletePosition')
    await this.#checks.check('a position is edited', 'savePosition', async () => {
      const form = multipart({ ...texts, id: made, benefits: 'Other benefits' })
      const saved = await held(api.POST('/api/admin/subcategory', { ...form, signal }))
      expectEqual('benefits', saved.benefits, 'Other benefits')
      expectEqual('id', String(saved.id), String(made))
    })
    await this.#checks.check('a position is deleted', 'deletePosition', async () => {
      await held(api.DELETE('/api/admin/subcategory/{id}', { params: { path: { id: String(made) } }, signal }))
      if ((await this.#leftPositions()).length > 0) throw breach('The position is still in the list.')
    })
  }

  /** Deletes what bears the name of this run. Asks the lists, since an answer with an id may have been lost. */
  async cleanUp() {
    await this.#checks.afterwards('nothing is left behind', async () => {
      const left = await this.#clearAway()
      if (left.length === 0) return
      throw new CliError('left_behind', `Left behind by the name ${this.#name}: ${left.join(', ')}.`, {
        hint: 'Delete it by hand.',
        exitCode: EXIT.failed,
      })
    })
  }

  /** After an interruption too: neither the run's signal nor its waits hold here. Resolves with what could not go. */
  async #clearAway(): Promise<string[]> {
    const { api } = this.#deps
    const left: string[] = []
    const clear = async (what: string, list: () => Promise<Id[]>, remove: (id: string) => Promise<unknown>) => {
      try {
        for (const id of await list()) await remove(String(id))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        left.push(`a ${what}, perhaps (${error.message})`)
      }
    }
    const path = (id: string) => ({ params: { path: { id } } })
    await clear(
      'position',
      () => this.#leftPositions(),
      (id) => unwrap(api.DELETE('/api/admin/subcategory/{id}', path(id))),
    )
    await clear(
      'category',
      () => this.#leftCategories(),
      (id) => unwrap(api.DELETE('/api/admin/category/{id}', path(id))),
    )
    await clear(
      'product',
      () => this.#leftProducts(),
      (id) => unwrap(api.DELETE('/api/admin/subscription-products/{id}', path(id))),
    )
    return left
  }

  async #product(price: number): Promise<Id> {
    const { api } = this.#deps
    const products = await held(api.GET('/api/admin/subscription-products', { signal: this.#signal }))
    const found = products.filter(({ product_id }) => product_id === this.#name)
    const [product] = found
    if (!product || found.length > 1) throw breach(`The list has ${found.length} of the product that was saved.`)
    expectEqual('price', Number(product.price), price)
    return product.id
  }

  async #leftProducts(): Promise<Id[]> {
    const products = await unwrap(this.#deps.api.GET('/api/admin/subscription-products'))
    return products.filter(({ product_id }) => product_id.startsWith(this.#name)).map(({ id }) => id)
  }

  async #leftCategories(): Promise<Id[]> {
    const categories = await unwrap(this.#deps.api.GET('/api/admin/categories'))
    return categories.filter(({ category_name }) => category_name.startsWith(this.#name)).map(({ id }) => id)
  }

  async #leftPositions(): Promise<Id[]> {
    const positions = await unwrap(this.#deps.api.GET('/api/admin/subcategories'))
    return positions.filter(({ subcategory_name }) => subcategory_name.startsWith(this.#name)).map(({ id }) => id)
  }

  async #expectImage(url: string) {
    const { fetch, target } = this.#deps
    if (url === '') throw breach('The record has no image.')
    const response = await fetch(new Request(imageAddress(url, target.apiUrl), { signal: this.#signal }), {
      redirect: 'follow',
    })
    const type = response.headers.get('Content-Type') ?? ''
    await response.arrayBuffer()
    if (!response.ok || !type.startsWith('image/'))
      throw breach(`${url} answers with status ${response.status}, as ${type || 'nothing'}.`)
  }

  #skipped(
    what: string,
    save: 'updateProduct' | 'savePosition' | 'saveCategory',
    remove: 'deleteProduct' | 'deletePosition' | 'deleteCategory',
  ) {
    this.#checks.skip(`a ${what} is edited`, save)
    this.#checks.skip(`a ${what} is deleted`, remove)
  }
}

async function refused(
  call: Promise<{ data?: unknown; error?: unknown; response: Response }>,
  statuses: readonly number[],
) {
  try {
    await unwrap(call)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'status' && statuses.includes(error.status ?? 0)) return
    throw error
  }
  throw breach(`The answer is a success where the contract has ${statuses.join(' or ')}.`)
}

function expectEqual(field: string, is: unknown, wanted: unknown) {
  if (is !== wanted) throw breach(`${field} is ${JSON.stringify(is)} after ${JSON.stringify(wanted)} was saved.`)
}
