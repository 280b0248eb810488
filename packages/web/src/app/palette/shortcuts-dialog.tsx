import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { checkboxClass } from '#ui/fields/checkbox.tsx'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { ShortcutKeys } from './shortcut-keys.tsx'
import { areSingleKeysOn, isApple, setSingleKeys, SHORTCUTS } from './shortcuts.ts'
import styles from './palette.module.css'

const COMMAND = isApple ? '⌘' : 'Ctrl'
/** Keys that data-table.tsx, use-user-drawer.ts, save-form.tsx, palette-trigger.tsx and Base UI (Esc) handle. */
const OTHER_KEYS = [
  { keys: 'Enter', label: 'Open the row or card', group: 'In a list' },
  { keys: '↓', label: 'Next user', group: 'In the details of a user' },
  { keys: '↑', label: 'Previous user', group: 'In the details of a user' },
  { keys: `${COMMAND} Enter`, label: 'Save', group: 'In a form' },
  { keys: `${COMMAND} K`, label: 'Search everything', group: 'Everywhere' },
  { keys: 'Esc', label: 'Close what is open', group: 'Everywhere' },
]
const GROUPS = Map.groupBy([...SHORTCUTS, ...OTHER_KEYS], ({ group }) => group)

/** A list of the shortcuts, with a switch for single-key ones. */
export function ShortcutsDialog({ open, onClose }: OverlayProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop fades" />
        <Dialog.Popup ref={popup} className={styles['dialog']} initialFocus={popup} tabIndex={-1}>
          <div className={styles['head']}>
            <Dialog.Title>Keyboard shortcuts</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" icon={X} />} />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard where it does not fit */}
          <div className={styles['shortcuts']} role="group" aria-label="Shortcuts" tabIndex={0}>
            <div>
              {[...GROUPS].map(([group, shortcuts]) => (
                <section key={group}>
                  <h3>{group}</h3>
                  <dl>
                    {shortcuts.map(({ keys, label }) => (
                      <div key={keys}>
                        <dt>{label}</dt>
                        <dd>
                          <ShortcutKeys keys={keys} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
          </div>
          <label className={styles['switch']}>
            <input
              type="checkbox"
              className={checkboxClass}
              defaultChecked={areSingleKeysOn()}
              onChange={({ target }) => setSingleKeys(target.checked)}
            />
            <span>
              Single-key shortcuts
              <br />
              <span className="note">Turn them off if speech input types single letters.</span>
            </span>
          </label>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
