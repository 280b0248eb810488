import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { productInput } from '@rapport/core/products/product.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import { type Removal, removeOne } from '#cli/lib/deletion.ts'
import { categoryRemoval } from '#cli/lib/records/category-record.ts'
import { positionRemoval } from '#cli/lib/records/position-record.ts'
import { productRemoval } from '#cli/lib/records/product-record.ts'
import type { ImageLocks } from './compare-images.ts'
import { freshReads } from './fresh-reads.ts'
import { liveCategory, livePosition, type LiveRecord, readLive } from './live.ts'
import type { Change } from './plan.ts'
import { postOnce } from './post-once.ts'
import { FIELDS, isSameValue, type Kind, nameKey, type Row } from './row.ts'
import { namesDigest, servedDigest } from './served-image.ts'

export interface SaveOptions {
  deps: Deps
  /** Ends the calls that write; later than the command is interrupted, so that they can tell what came of them. */
  signal: AbortSignal
  locks: ImageLocks
  kinds: readonly Kind[]
}

const REMOVALS: Record<Kind, Removal> = {
  categories: categoryRemoval,
  positions: positionRemoval,
  products: productRemoval,
}

/** Does what a plan says, one change at a time. */
export interface ChangeSaver {
  /** Throws `ApiError`, or `CliError` for what others did meanwhile. */
  perform: (change: Change) => Promise<'done' | 'absent'>
  /** Images that were sent, but could not be read back: they would be sent again. */
  readonly unlearned: number
}

export function changeSaver({ deps, signal, locks, kinds }: SaveOptions): ChangeSaver {
  const { api, call } = deps
  const categoryIds = new Map<Row, number | string>()
  const readFresh = freshReads(() => readLive(kinds, { ...deps, signal }))
  let unlearned = 0

  return {
    async perform(change) {
      if (change.action === 'delete')
        return removeOne(String(change.live?.id), { api, call, signal }, REMOVALS[change.kind])
      if (change.kind === 'products') await saveProduct(change)
      else await learnImage(change, await (change.kind === 'categories' ? saveCategory(change) : savePosition(change)))
      return 'done'
    },
    get unlearned() {
      return unlearned
    },
  }

  async function saveCategory(change: Change): Promise<LiveRecord> {
    const form = multipart({
      id: change.live?.id,
      category_name: String(change.values['category_name']).trim(),
      category_image: await fileOf(change),
    })
    const saved = await postOnce<LiveRecord>(
      {
        operation: 'saveCategory',
        send: async () => liveCategory(await unwrap(api.POST('/api/admin/category', { ...form, signal }))),
        findDone: () => findDone(change),
      },
      deps,
    )
    if (change.row) categoryIds.set(change.row, saved.id)
    return saved
  }

  async function savePosition(change: Change): Promise<LiveRecord> {
    const { live, values } = change
    const text = (name: string) => (values[name] === undefined ? undefined : String(values[name]))
    const form = multipart({
      id: live?.id,
      category_id: categoryIdOf(change),
      subcategory_name: String(values['subcategory_name']).trim(),
      benefits: text('benefits'),
      tips: text('tips'),
      challenges: text('challenges'),
      safety_tips: text('safety_tips'),
      sub_cat_image: await fileOf(change),
    })
    return postOnce<LiveRecord>(
      {
        operation: 'savePosition',
        send: async () =>
          livePosition(await unwrap(api.POST('/api/admin/subcategory', { ...form, signal })), new Map()),
        findDone: () => findDone(change),
      },
      deps,
    )
  }

  async function saveProduct(change: Change): Promise<void> {
    const body = productInput.parse(change.values)
    const { live } = change
    if (live) {
      const params = { path: { id: String(live.id) } }
      const path = '/api/admin/subscription-products/{id}'
      await call('updateProduct', () => unwrap(api.PUT(path, { params, body: { ...body, id: live.id }, signal })))
      return
    }
    await postOnce<unknown>(
      {
        operation: 'createProduct',
        send: () => unwrap(api.POST('/api/admin/subscription-products', { body, signal })),
        findDone: () => findDone(change),
      },
      deps,
    )
  }

  function categoryIdOf({ parent }: Change): number | string {
    const id = parent?.live?.id ?? (parent?.row && categoryIds.get(parent.row))
    if (id !== undefined) return id
    throw new CliError('no_category', `The category ${JSON.stringify(parent?.name)} was not saved.`, {
      exitCode: EXIT.failed,
    })
  }

  /** The record, where the server holds it as the change wants it. */
  async function findDone(change: Change): Promise<LiveRecord | undefined> {
    const live = await readFresh()
    const { live: before } = change
    if (before) {
      const now = live[before.kind].find(({ id }) => String(id) === String(before.id))
      return now && isAsWanted(change, now) && (!change.image || now.image !== before.image) ? now : undefined
    }
    const found = live[change.kind].find((record) => isOfKey(change, record))
    if (found && !isAsWanted(change, found)) {
      throw new CliError('changed_meanwhile', `${change.key} was added by somebody else meanwhile.`, {
        hint: 'Run the command again: it compares anew.',
        exitCode: EXIT.conflict,
      })
    }
    return found
  }

  function isOfKey(change: Change, { values, categoryId }: LiveRecord): boolean {
    if (change.kind === 'products')
      return String(values['product_id']).trim() === String(change.values['product_id']).trim()
    const name = change.kind === 'categories' ? 'category_name' : 'subcategory_name'
    const isNamed = nameKey(String(values[name])) === nameKey(String(change.values[name]))
    return isNamed && (change.kind === 'categories' || categoryId === String(categoryIdOf(change)))
  }

  async function learnImage({ image, row }: Change, saved: LiveRecord): Promise<void> {
    if (!image || !row) return
    const lock = locks(row.folder)
    try {
      if (!saved.image) unlearned += 1
      else if (!namesDigest(saved.image, lock.madeOf(image.digest))) {
        lock.learn(image.digest, await servedDigest(saved.image, deps))
      }
    } catch (error) {
      // What was asked for is done; only that it need not be done again is not known.
      deps.debug(`${image.path} was sent and not read back: ${error instanceof Error ? error.message : String(error)}`)
      unlearned += 1
    }
  }
}

function isAsWanted({ kind, values }: Change, record: LiveRecord): boolean {
  return FIELDS[kind].every((field) => {
    const { name, type } = field
    if (type === 'image' || type === 'slug' || name === 'category' || values[name] === undefined) return true
    return isSameValue(field, values[name], record.values[name])
  })
}

/** Named by its file, since some servers go by the name's ending. */
async function fileOf({ image }: Change): Promise<File | undefined> {
  return image && new File([new Uint8Array(await readFile(image.path))], basename(image.path), { type: image.type })
}
