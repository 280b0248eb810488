import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { useOverlayRequests } from './open-overlay.ts'
import { isApple, isDialogOpen, useShortcuts } from './shortcuts.ts'
import styles from './palette-trigger.module.css'

const Palette = lazyOverlay(async () => (await import('./palette.tsx')).Palette)
const ShortcutsDialog = lazyOverlay(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** A button that opens the palette; Ctrl K and ⌘ K do too. */
export function PaletteTrigger() {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()
  const close = () => setOpen(undefined)
  useShortcuts(() => setOpen('shortcuts'))
  useOverlayRequests(setOpen)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (key.toLowerCase() !== 'k' || shiftKey || altKey || !(isApple ? metaKey : ctrlKey)) return
    event.preventDefault()
    if (!isDialogOpen()) setOpen('palette')
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
        <Search />
        <span className={styles['text']}>Search…</span>
        <kbd className={styles['keys']}>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Palette open={open === 'palette'} onClose={close} />
      <ShortcutsDialog open={open === 'shortcuts'} onClose={close} />
    </>
  )
}
