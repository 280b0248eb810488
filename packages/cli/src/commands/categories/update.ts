import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { categoryChangesInput, type Category } from '@rapport/core/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { checkedInput, requireChanges } from '#cli/lib/checked-input.ts'
import { readImage } from '#cli/lib/image-file.ts'
import { checkIds, foundById } from '#cli/lib/record-noun.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { categoryRecord, listCategories } from './category-record.ts'

export interface UpdateInput {
  id: string
  name?: string
  image?: string
}

const WORDS = {
  options: { category_name: '--name', category_image: '--image' },
  help: 'rapport categories update',
}

/** Changes of a category what was named, and nothing else. */
export async function run({ id, name, image }: UpdateInput, deps: Deps): Promise<Category> {
  checkIds([id], categoryRecord.noun)
  requireChanges({ category_name: name, category_image: image }, WORDS)
  const category_image = await readImage(image, deps.stdin)
  const before = foundById(await listCategories(deps), id, categoryRecord.noun)
  const form = checkedInput(
    categoryChangesInput,
    { category_name: name ?? before.category_name, category_image },
    WORDS,
  )
  announceWrite(deps, `Updating category ${id} (${before.category_name})`)
  const { api, call, signal } = deps
  return call('saveCategory', () =>
    unwrap(api.POST('/api/admin/category', { ...multipart({ id: before.id, ...form }), signal })),
  )
}

export function present(category: Category): Presentation {
  return presentRecord(categoryRecord, category, `Updated category ${category.id}.`)
}
