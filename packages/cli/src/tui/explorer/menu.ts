import type { View } from './lists.ts'
import type { Choice, Section } from './section.ts'

/** A menu for sort or filter. */
export interface Menu {
  setting: 'sort' | 'filter'
  choices: readonly Choice[]
  /** Index of the highlighted choice. */
  index: number
}

/** Creates a menu that highlights the current choice. */
export function createMenu(setting: Menu['setting'], section: Section, view: View): Menu {
  const choices =
    setting === 'sort'
      ? [{ label: 'Default order', value: '' }, ...section.sorts]
      : [{ label: 'All', value: '' }, ...section.filters()]
  const index = choices.findIndex(({ value }) => value === view[setting])
  return { setting, choices, index: Math.max(0, index) }
}
