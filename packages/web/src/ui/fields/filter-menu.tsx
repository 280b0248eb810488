import { lazyOverlay, useOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { capitalised } from '#ui/primitives/display-text.ts'
import type { FilterMenuProps } from './filter-menu-popup.tsx'
import { FilterTrigger } from './filter-trigger.tsx'

const FilterMenuPopup = lazyOverlay(async () => (await import('./filter-menu-popup.tsx')).FilterMenuPopup)

/** A filter of a list: a button that opens its values. A selected value stays an option even if no record has it. */
export function FilterMenu({ options, isOn = true, ...props }: FilterMenuProps) {
  const { label, selected, shortcuts } = props
  const { button, overlay } = useOverlay()
  const known = new Set([...options.map(({ value }) => value), ...(shortcuts?.flatMap((one) => one.selected) ?? [])])
  const unknown = selected.filter((value) => !known.has(value))
  const allOptions = [...options, ...unknown.map((value) => ({ value, label: capitalised(value) }))]
  const [first, ...others] = allOptions.filter(({ value }) => selected.includes(value))
  const isSelected = (values: readonly string[]) =>
    values.length === selected.length && values.every((value) => selected.includes(value))
  const shortcut = shortcuts?.find((one) => isSelected(one.selected))
  const text = shortcut?.label ?? [first?.label, others.length > 0 && `+${others.length}`].filter(Boolean).join(' ')
  return (
    <>
      <FilterTrigger {...button} label={label} value={text || undefined} isOn={isOn && text !== ''} />
      <FilterMenuPopup {...props} {...overlay} options={allOptions} shortcut={shortcut} />
    </>
  )
}
