import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { areSingleKeysOn } from './single-keys.ts'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import styles from './keyboard.module.css'

type Overlay = 'palette' | 'shortcuts'

const Palette = lazyOverlay(async () => (await import('./palette.tsx')).Palette)
const ShortcutsDialog = lazyOverlay(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

const FIELD = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
/** Base UI's toasts are dialogs too, but not modal ones. */
const DIALOG = ':is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"])'
const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)

/** The palette's button, and the shortcuts of the signed-in screens. */
export function Keyboard() {
  const [open, setOpen] = useState<Overlay>()
  const close = () => setOpen(undefined)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const overlay = overlayOf(event)
    if (overlay === undefined) return
    event.preventDefault()
    // Shortcuts do nothing while a dialog is open.
    if (document.querySelector(DIALOG)) return
    if (overlay === 'search') focusSearch()
    else setOpen(overlay)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen('palette')}
      >
        <Search aria-hidden="true" />
        <span className={styles['text']}>Search…</span>
        <kbd className={styles['keys']}>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Palette open={open === 'palette'} onClose={close} />
      <ShortcutsDialog open={open === 'shortcuts'} onClose={close} />
    </>
  )
}

/** What a key opens. Single keys do nothing while a field has the focus. */
function overlayOf(event: KeyboardEvent): Overlay | 'search' | undefined {
  if (event.defaultPrevented || event.altKey) return undefined
  const withModifier = isApple ? event.metaKey : event.ctrlKey
  if (withModifier) return event.key.toLowerCase() === 'k' && !event.shiftKey ? 'palette' : undefined
  if (event.ctrlKey || event.metaKey || !areSingleKeysOn()) return undefined
  if (event.target instanceof Element && event.target.closest(FIELD)) return undefined
  if (event.key === '?') return 'shortcuts'
  return event.key === '/' && searchBox() ? 'search' : undefined
}

function searchBox(): HTMLInputElement | null {
  return document.querySelector('main input[type="search"]')
}

function focusSearch(): void {
  const box = searchBox()
  box?.focus()
  box?.select()
}
