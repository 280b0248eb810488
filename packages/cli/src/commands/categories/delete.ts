import type { Deps } from '#cli/deps.ts'
import { categories } from '#cli/entities/categories.ts'
import type { Presentation } from '#cli/io/output.ts'
import { categoryMeant, noSuchCategory } from '#cli/entities/category-reference.ts'
import { type Deleted, type DeleteInput, presentDeletion, runDeletion } from '#cli/entities/deletion.ts'
import { couldBeId } from '#cli/entities/record-ids.ts'

/** Deletes categories after a question, or with --yes; one that still has positions is a conflict. */
export function run(input: DeleteInput, deps: Deps): Promise<Deleted> {
  return runDeletion(categories, input, deps, { toIds })
}

/** The ids of categories that were named by id, slug or name. A number is an id: name:7 means the name. */
async function toIds(words: readonly string[], deps: Deps): Promise<string[]> {
  const isId = (word: string) => /^\d+$/.test(word)
  if (words.every(isId)) return [...words]
  const rows = await categories.list(deps)
  return words.map((word) => {
    if (isId(word)) return word
    const category = categoryMeant(word, rows)
    if (category) return String(category.id)
    if (couldBeId(word, rows)) return word
    throw noSuchCategory(word, rows)
  })
}

export function present(deleted: Deleted): Presentation {
  return presentDeletion(categories, deleted)
}
