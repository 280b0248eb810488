import type { View } from './lists.ts'
import type { Choice, Section } from './section.ts'

/** Choices for the sort or the filter of a list, one of which is marked. */
export interface Menu {
  arranges: 'sort' | 'filter'
  choices: readonly Choice[]
  at: number
}

/** The menu with what is in force marked. */
export function menuOf(arranges: Menu['arranges'], section: Section, view: View): Menu {
  const choices =
    arranges === 'sort'
      ? [{ label: 'Default order', value: '' }, ...section.sorts]
      : [{ label: 'All', value: '' }, ...section.filters()]
  const at = choices.findIndex(({ value }) => value === view[arranges])
  return { arranges, choices, at: Math.max(0, at) }
}
