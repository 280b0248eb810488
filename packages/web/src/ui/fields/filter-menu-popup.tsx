import { Combobox } from '@base-ui/react/combobox'
import type { RefObject } from 'react'
import { closeUnlessTrigger, type OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { formatNumber } from '#ui/primitives/display-text.ts'
import { checkboxClass } from './checkbox.tsx'
import menu from '#ui/overlays/menu.module.css'
import styles from './filter-menu-popup.module.css'

const MAX_WITHOUT_SEARCH = 8

interface FilterOption {
  value: string
  label: string
  /** The number of records with it that match the other filters. */
  count?: number | undefined
}

interface Shortcut {
  label: string
  selected: readonly string[]
}

export interface FilterMenuProps {
  /** Name of the filter, such as `Status`. */
  label: string
  /** Empty for no filter. */
  selected: readonly string[]
  options: readonly FilterOption[]
  /** Selections of one click, such as `Not active`. */
  shortcuts?: readonly Shortcut[]
  /** Whether a value replaces the one before. */
  single?: boolean
  /** Whether the selection filters, as all but an order do. */
  isOn?: boolean
  onChange: (selected: string[]) => void
}

interface Props extends FilterMenuProps, OverlayProps {
  /** The shortcut that is selected. */
  shortcut: Shortcut | undefined
  trigger: RefObject<HTMLElement | null>
}

/** The values of a filter with ticks and, if they are many, a search. It stays open for several choices. */
export function FilterMenuPopup(props: Props) {
  const { label, selected, options, shortcuts = [], shortcut, single = false, onChange, open, onClose, trigger } = props
  const isSearchable = options.length > MAX_WITHOUT_SEARCH
  const change = (next: string[]) => {
    onChange(next)
    if (single) onClose()
  }
  return (
    <Combobox.Root
      multiple
      items={options}
      filter={isSearchable ? undefined : null}
      value={options.filter(({ value }) => selected.includes(value))}
      onValueChange={(next) => change((single ? next.slice(selected.length) : next).map(({ value }) => value))}
      open={open}
      onOpenChange={closeUnlessTrigger(trigger, onClose)}
    >
      <Combobox.Portal>
        <Combobox.Positioner
          anchor={trigger}
          className={menu['positioner']}
          sideOffset={4}
          align="start"
          collisionPadding={8}
        >
          <Combobox.Popup className={menu['popup']} finalFocus={trigger} aria-label={`${label}: choose`}>
            <div className={styles['head']}>
              {/* Without a search, the input only takes the arrow keys. */}
              <Combobox.Input
                className={isSearchable ? styles['search'] : 'visually-hidden'}
                aria-label={isSearchable ? `Search ${label.toLowerCase()}` : label}
                placeholder={isSearchable ? 'Search' : undefined}
                readOnly={!isSearchable}
              />
              {shortcuts.map((one) => (
                <Button
                  key={one.label}
                  variant="ghost"
                  aria-pressed={one === shortcut}
                  onClick={() => change(one === shortcut ? [] : [...one.selected])}
                >
                  {one.label}
                </Button>
              ))}
            </div>
            <Combobox.Empty className={styles['empty']}>Nothing matches</Combobox.Empty>
            <Combobox.List>
              {(option: FilterOption) => (
                <Combobox.Item key={option.value} value={option} className={menu['item']}>
                  <span
                    className={classNames(checkboxClass, menu['box'])}
                    data-checked={selected.includes(option.value) || undefined}
                  />
                  <span className={styles['label']}>{option.label}</span>{' '}
                  {option.count !== undefined && <span className={styles['count']}>{formatNumber(option.count)}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
            {selected.length > 0 && (
              <>
                <div className={menu['separator']} />
                <Button variant="ghost" className={styles['clear']} onClick={() => change([])}>
                  Clear
                </Button>
              </>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
