import { categoryChangesInput, type Category } from '@rapport/core/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { findCategory } from '#cli/lib/category-reference.ts'
import { checkNamed, requireChanges } from '#cli/lib/checked-input.ts'
import { readImage } from '#cli/lib/image-file.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { changeCategory } from '#cli/lib/records/category-change.ts'
import { categoryRecord } from '#cli/lib/records/category-record.ts'

export interface UpdateInput {
  /** Its id, slug or name. */
  category: string
  name?: string
  image?: string
}

const WORDS = {
  options: { category_name: '--name', category_image: '--image' },
  help: 'rapport categories update',
}

/** Changes of a category what was named, and nothing else. */
export async function run({ category, name, image }: UpdateInput, deps: Deps): Promise<Category> {
  requireChanges({ category_name: name, category_image: image }, WORDS)
  const changes = { category_name: name, category_image: await readImage(image, deps.stdin) }
  checkNamed(categoryChangesInput, changes, WORDS)
  const id = String((await findCategory(category, deps)).id)
  return changeCategory(id, changes, WORDS, deps, ({ category_name }) =>
    announceWrite(deps, `Updating category ${id} (${category_name})`),
  )
}

export function present(category: Category): Presentation {
  return presentRecord(categoryRecord, category, `Updated category ${category.id}.`)
}
