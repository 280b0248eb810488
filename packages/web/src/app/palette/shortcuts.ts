import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useScreen } from '#app/available-screens.ts'
import { type Screen, screens } from '#app/screens.ts'

export type Overlay = 'palette' | 'shortcuts'

const OPEN_OVERLAY = 'rapport:open-overlay'

/** Opens the palette, or the list of shortcuts, from anywhere in the shell. */
export const openOverlay = (overlay: Overlay) =>
  void window.dispatchEvent(new CustomEvent<Overlay>(OPEN_OVERLAY, { detail: overlay }))

const KEY = 'singleKeyShortcuts'
const OFF = 'off'

/** Returns true unless the admin has turned single-key shortcuts off (WCAG 2.2, 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== OFF
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, OFF)
}

interface Context {
  screen: Screen | undefined
  navigate: (path: string) => void
}

interface Shortcut {
  /** One key or a sequence of two, such as `g d`. */
  keys: string
  label: string
  /** Heading in the list of shortcuts. */
  group: 'Go to' | 'In a list' | 'Everywhere'
  run: (context: Context) => void
}

/** Single-key shortcuts, disabled while a field has the focus or a dialog is open. */
export const SHORTCUTS: readonly Shortcut[] = [
  ...screens.flatMap(({ key, title, path }): Shortcut[] =>
    key === undefined
      ? []
      : [{ keys: `g ${key}`, label: title, group: 'Go to', run: ({ navigate }) => navigate(path) }],
  ),
  { keys: '?', label: 'Show these shortcuts', group: 'Everywhere', run: () => openOverlay('shortcuts') },
  { keys: '/', label: 'Search this list', group: 'In a list', run: focusSearch },
  { keys: 'j', label: 'Next row or card', group: 'In a list', run: () => moveFocus(1) },
  { keys: 'k', label: 'Previous row or card', group: 'In a list', run: () => moveFocus(-1) },
  { keys: 'x', label: 'Select the row', group: 'In a list', run: selectRow },
  {
    keys: 'c',
    label: 'Add a record',
    group: 'In a list',
    run: ({ screen, navigate }) => screen?.add !== undefined && navigate(`${screen.path}?add`),
  },
]

export const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)

const FIELD = 'textarea, select, input:not([type="checkbox"]), [contenteditable]:not([contenteditable="false"])'
/** Open modal dialogs and menus. Base UI's toasts are dialogs too, but not modal. */
const DIALOG = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([aria-modal="false"], [data-closed])'
const ROW = 'main tbody tr, main [data-item]'
const CHECKBOX = '[role="checkbox"], [type="checkbox"]'
const CONTROL = `:is(a, button, ${CHECKBOX}):not(:disabled, [data-disabled], [aria-hidden="true"])`
/** The maximum number of milliseconds between the keys of a sequence. */
const SEQUENCE_MS = 1000

/** Runs a shortcut when its keys are pressed, from the first paint on, and passes on which overlay opens. */
export function useShortcuts(onOpen: (overlay: Overlay) => void): void {
  const { screen } = useScreen()
  const navigate = useNavigate()
  const last = useRef({ previous: '', at: 0 })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, shiftKey, altKey, ctrlKey, metaKey, timeStamp } = event
    if (key.toLowerCase() === 'k' && !shiftKey && !altKey && (isApple ? metaKey : ctrlKey)) {
      event.preventDefault()
      if (!isDialogOpen()) openOverlay('palette')
    }
    if (defaultPrevented || altKey || ctrlKey || metaKey || !areSingleKeysOn()) return
    if (target instanceof Element && target.closest(FIELD)) return
    if (isDialogOpen()) return
    const { previous, at } = last.current
    last.current = { previous: key, at: timeStamp }
    const sequence = timeStamp - at < SEQUENCE_MS ? `${previous} ${key}` : key
    const shortcut = SHORTCUTS.find(({ keys }) => keys === sequence) ?? SHORTCUTS.find(({ keys }) => keys === key)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run({ screen, navigate: (path) => void navigate(path) })
  })
  const onRequest = useEffectEvent((event: Event) => event instanceof CustomEvent && onOpen(event.detail))
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey)
    window.addEventListener(OPEN_OVERLAY, onRequest)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener(OPEN_OVERLAY, onRequest)
    }
  }, [])
}

function isDialogOpen(): boolean {
  return document.querySelector(DIALOG) !== null
}

function focusSearch(): void {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]')
  box?.focus()
  box?.select()
}

function selectRow(): void {
  document.activeElement?.closest(ROW)?.querySelector<HTMLElement>(CHECKBOX)?.click()
}

/** Moves the focus by one row, or to the first row. In a row that cannot have the focus, focuses the first control. */
function moveFocus(by: 1 | -1): void {
  const targets = [...document.querySelectorAll<HTMLElement>(ROW)].flatMap(
    (row) => (row.matches('[tabindex]') ? row : row.querySelector<HTMLElement>(CONTROL)) ?? [],
  )
  const current = targets.findIndex((target) => target.closest(ROW)?.contains(document.activeElement))
  targets[current === -1 ? 0 : current + by]?.focus()
}
