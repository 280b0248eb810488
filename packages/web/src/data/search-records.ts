import type { Entity, Id } from '@rapport/core/entities/entity.ts'
import { foldText, matchesSearch, parseSearch } from '@rapport/core/text/fold-text.ts'
import { valueText } from '@rapport/core/text/value-text.ts'

/** Folded texts by record, so that each keystroke can search a long list. */
const foldedTexts = new WeakMap<object, string>()

/** Returns the records that a search means. Never change a record in place. */
export function searchRecords<Item extends { id: Id }>(
  { searchFields }: Pick<Entity, 'searchFields'>,
  records: readonly Item[],
  text: string,
): readonly Item[] {
  const search = parseSearch(text)
  return records.filter((record) => {
    const folded =
      foldedTexts.get(record) ?? foldText(searchFields.map((name) => valueText(Reflect.get(record, name))).join('\n'))
    foldedTexts.set(record, folded)
    return matchesSearch(search, record, folded)
  })
}
