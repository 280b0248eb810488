import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { newCategoryInput, type Category } from '@rapport/core/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { checkedInput } from '#cli/lib/checked-input.ts'
import { readImage } from '#cli/lib/image-file.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { categoryRecord } from '#cli/lib/records/category-record.ts'

export interface CreateInput {
  name?: string
  image?: string
}

/** Adds a category. */
export async function run({ name, image }: CreateInput, deps: Deps): Promise<Category> {
  const given = { category_name: name, category_image: await readImage(image, deps.stdin) }
  const form = checkedInput(newCategoryInput, given, {
    options: { category_name: '--name', category_image: '--image' },
    help: 'rapport categories create',
  })
  announceWrite(deps, `Creating category ${form.category_name}`)
  const { api, call, signal } = deps
  return call('saveCategory', () => unwrap(api.POST('/api/admin/category', { ...multipart(form), signal })))
}

export function present(category: Category): Presentation {
  return presentRecord(categoryRecord, category, `Created category ${category.id}.`)
}
