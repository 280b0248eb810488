import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { SHORTCUTS } from './shortcuts.ts'
import { useSingleKeys } from './single-keys.ts'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import styles from './palette.module.css'

const ALWAYS_ON = [
  { keys: 'Ctrl K or ⌘ K', does: 'Search screens, actions and records' },
  { keys: 'Esc', does: 'Close what is open' },
]

/** The shortcuts of the console, and the switch for single-key ones. */
export function ShortcutsDialog({ open, onClose }: OverlayProps) {
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['overlay']} />
        <Dialog.Popup className={styles['dialog']}>
          <div className={styles['head']}>
            <Dialog.Title>Keyboard shortcuts</Dialog.Title>
            <Dialog.Close className={styles['close']} aria-label="Close">
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          <dl className={styles['shortcuts']}>
            {[...ALWAYS_ON, ...SHORTCUTS].map(({ keys, does }) => (
              <div key={keys}>
                <dt>{does}</dt>
                <dd>
                  <kbd>{keys}</kbd>
                </dd>
              </div>
            ))}
          </dl>
          <label className={styles['switch']}>
            <input type="checkbox" checked={singleKeys} onChange={({ target }) => setSingleKeys(target.checked)} />
            Single-key shortcuts
          </label>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
