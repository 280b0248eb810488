import type { Category } from '@rapport/core/categories/category.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { nearest } from '@rapport/core/text/nearest.ts'
import { categories } from './categories.ts'
import type { CallDeps } from './entity.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'

const BY = {
  id: ({ id }: Category) => String(id),
  slug: ({ slug }: Category) => slug ?? '',
  name: ({ category_name }: Category) => category_name,
}

/** `id:7`, `slug:trust` and `name:7` say which of the three is meant where one word could be several. */
const PREFIXED = /^(id|slug|name):(.+)$/s

/**
 * Finds a category by its id, slug or name.
 * @throws CliError if there is none, or more than one: then it lists them
 */
export async function findCategory(text: string, deps: CallDeps): Promise<Category> {
  const rows = await categories.list(deps)
  const category = categoryMeant(text, rows)
  if (category === undefined) throw noSuchCategory(text, rows)
  return category
}

/**
 * Finds one of these categories by its id, slug or name.
 * @throws CliError if there is more than one: then it lists them
 */
export function categoryMeant(text: string, rows: readonly Category[]): Category | undefined {
  // An empty text must not mean a category without a slug.
  const matches = text.trim() === '' ? [] : matching(text.trim(), rows)
  if (matches.length < 2) return matches[0]
  throw new CliError('ambiguous_category', `${JSON.stringify(text)} could be ${matches.map(nameOf).join(' or ')}.`, {
    hint: `Say which: ${matches.map(({ id }) => `id:${id}`).join(' or ')}.`,
  })
}

function matching(text: string, rows: readonly Category[]): Category[] {
  const [, by, rest] = PREFIXED.exec(text) ?? []
  if ((by === 'id' || by === 'slug' || by === 'name') && rest !== undefined) {
    const prefixed = rows.filter((category) => BY[by](category) === rest)
    if (prefixed.length > 0) return prefixed
  }
  const exact = rows.filter((category) => Object.values(BY).some((valueOf) => valueOf(category) === text))
  if (exact.length > 0) return exact
  return rows.filter(({ category_name }) => foldText(category_name) === foldText(text))
}

function nameOf({ id, category_name, slug }: Category): string {
  return `${id} (${category_name}${slug ? `, slug ${slug}` : ''})`
}

/** The error of a text that means no category, with the one that it is most like. */
export function noSuchCategory(text: string, rows: readonly Category[]): CliError {
  const meant = nearest(text, rows.flatMap((category) => [BY.name(category), BY.slug(category)]).filter(Boolean))
  return new CliError('not_found', `There is no category ${JSON.stringify(text)}.`, {
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}rapport categories list shows them.`,
    exitCode: EXIT.notFound,
  })
}
