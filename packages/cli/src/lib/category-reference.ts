import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Category } from '@rapport/core/categories/category.ts'
import { foldText } from '@rapport/core/fold-text.ts'
import { nearest } from '@rapport/core/nearest.ts'
import type { Deps } from '#cli/deps.ts'
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
 * The category that a text on the command line means: its id, slug or name.
 * @throws CliError when there is none, or more than one: then it lists them
 */
export async function findCategory(text: string, { api, call, signal }: Deps): Promise<Category> {
  const categories = await call('listCategories', () => unwrap(api.GET('/api/admin/categories', { signal })))
  const matches = matching(text.trim(), categories)
  const [category] = matches
  if (category === undefined) throw noSuchCategory(text, categories)
  if (matches.length === 1) return category
  throw new CliError('ambiguous_category', `${JSON.stringify(text)} could be ${matches.map(nameOf).join(' or ')}.`, {
    hint: `Say which: ${matches.map(({ id }) => `id:${id}`).join(' or ')}.`,
  })
}

function matching(text: string, categories: readonly Category[]): Category[] {
  const [, by, rest] = PREFIXED.exec(text) ?? []
  if ((by === 'id' || by === 'slug' || by === 'name') && rest !== undefined) {
    const prefixed = categories.filter((category) => BY[by](category) === rest)
    if (prefixed.length > 0) return prefixed
  }
  const exact = categories.filter((category) => Object.values(BY).some((valueOf) => valueOf(category) === text))
  if (exact.length > 0) return exact
  return categories.filter(({ category_name }) => foldText(category_name) === foldText(text))
}

function nameOf({ id, category_name, slug }: Category): string {
  return `${id} (${category_name}${slug ? `, slug ${slug}` : ''})`
}

function noSuchCategory(text: string, categories: readonly Category[]): CliError {
  const meant = nearest(text, categories.flatMap((category) => [BY.name(category), BY.slug(category)]).filter(Boolean))
  return new CliError('not_found', `There is no category ${JSON.stringify(text)}.`, {
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}rapport categories list shows them.`,
    exitCode: EXIT.notFound,
  })
}
