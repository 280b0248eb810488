import type { View } from './lists.ts'
import type { Choice, Section } from './section.ts'

/** A menu for sort or filter. */
export interface Menu {
  arranges: 'sort' | 'filter'
  choices: readonly Choice[]
  at: number
}

/** Marks the current choice. */
export function menuOf(arranges: Menu['arranges'], section: Section, view: View): Menu {
  const choices =
    arranges === 'sort'
      ? [{ label: 'Default order', value: '' }, ...section.sorts]
      : [{ label: 'All', value: '' }, ...section.filters()]
  const at = choices.findIndex(({ value }) => value === view[arranges])
  return { arranges, choices, at: Math.max(0, at) }
}
