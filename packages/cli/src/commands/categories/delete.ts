import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { categoryMeant, noSuchCategory } from '#cli/lib/category-reference.ts'
import { presentDeletion, runDeletion, type Deletable, type Deleted, type DeleteInput } from '#cli/lib/deletion.ts'
import { couldBeId } from '#cli/lib/record-noun.ts'
import { categoryRecord, categoryRemoval, listCategories } from '#cli/lib/records/category-record.ts'

const categories: Deletable = {
  ...categoryRemoval,
  kind: 'categories',
  noun: categoryRecord.noun,
  sample: listCategories,
  async find(ids, deps) {
    const found = (await listCategories(deps)).filter(({ id }) => ids.includes(String(id)))
    return { names: new Map(found.map(({ id, category_name }) => [String(id), category_name])), isComplete: true }
  },
  async toIds(words, deps) {
    // A number is an id, whatever a category is called: name:7 means the name.
    const isId = (word: string) => /^\d+$/.test(word)
    if (words.every(isId)) return [...words]
    const listed = await listCategories(deps)
    return words.map((word) => {
      if (isId(word)) return word
      const category = categoryMeant(word, listed)
      if (category) return String(category.id)
      if (couldBeId(word, listed)) return word
      throw noSuchCategory(word, listed)
    })
  },
}

/** Deletes categories after the person, or --yes, agreed; one that still has positions is a conflict. */
export function run(input: DeleteInput, deps: Deps): Promise<Deleted> {
  return runDeletion(input, deps, categories)
}

export function present(deleted: Deleted): Presentation {
  return presentDeletion(deleted, categories)
}
