import { Search } from 'lucide-react'
import { useState } from 'react'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { ShortcutKeys } from './shortcut-keys.tsx'
import { isApple, type Overlay, useShortcuts } from './shortcuts.ts'
import styles from './palette-trigger.module.css'

const Palette = lazyOverlay(async () => (await import('./palette.tsx')).Palette)
const ShortcutsDialog = lazyOverlay(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** A button that opens the palette; Ctrl K and ⌘ K do too. */
export function PaletteTrigger() {
  const [open, setOpen] = useState<Overlay>()
  const close = () => setOpen(undefined)
  useShortcuts(setOpen)
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
        <ShortcutKeys keys={isApple ? '⌘ K' : 'Ctrl K'} aria-hidden />
      </button>
      <Palette open={open === 'palette'} onClose={close} />
      <ShortcutsDialog open={open === 'shortcuts'} onClose={close} />
    </>
  )
}
