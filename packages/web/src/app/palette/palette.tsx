import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { screens } from '#app/screens.ts'
import { paths } from '#platform/paths.ts'
import { useDebouncedText } from '#ui/fields/use-debounced-text.ts'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import type { Entry, Group } from './palette-entries.ts'
import styles from './palette.module.css'
import { useFoundRecords } from './palette-records.ts'
import { useLogout } from '#app/shell/use-logout.ts'

/** Searches screens, actions and records, and opens the chosen one. */
export function Palette({ open, onClose }: OverlayProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['overlay']} />
        <Dialog.Popup className={styles['dialog']} aria-label="Search">
          <PaletteSearch onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteSearch({ onClose }: { onClose: () => void }) {
  const [settled, settle] = useState('')
  const [text, setText] = useDebouncedText(settled, settle)
  const commands = useCommands(text)
  const found = useFoundRecords(text, settled)
  const groups = [...commands, ...found.groups].filter(({ items }) => items.length > 0)
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      value={text}
      // A chosen entry is opened instead of being written into the field.
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
      itemToStringValue={({ label }: Entry) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles['field']}>
        <Search aria-hidden="true" />
        <Autocomplete.Input
          className={styles['input']}
          aria-label="Search screens, actions and records"
          placeholder="Search screens, actions and records"
          maxLength={200}
          spellCheck={false}
        />
      </div>
      <div className={styles['results']}>
        <Autocomplete.List>
          {({ label, items }: Group) => (
            <Autocomplete.Group key={label} items={items} className={styles['group']}>
              <Autocomplete.GroupLabel className={styles['groupLabel']}>{label}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.id}
                    value={entry}
                    className={styles['item']}
                    onClick={() => {
                      onClose()
                      entry.run()
                    }}
                  >
                    <bdi>{entry.label}</bdi>
                    {entry.detail !== undefined && <span className={styles['detail']}>{entry.detail}</span>}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Status className={styles['status']}>
          {found.isSearching && 'Searching… '}
          {found.failure !== undefined && <span className={styles['failure']}>{found.failure}</span>}
          {!found.isSearching && found.failure === undefined && groups.length === 0 && 'Nothing found.'}
        </Autocomplete.Status>
      </div>
    </Autocomplete.Root>
  )
}

function useCommands(text: string): Group[] {
  const navigate = useNavigate()
  const logout = useLogout()
  const typed = foldText(text.trim())
  const matches = ({ label, words = '' }: Entry) => foldText(`${label} ${words}`).includes(typed)
  const open = (label: string, to: string, words?: string): Entry => ({
    id: to,
    label,
    words,
    run: () => void navigate(to),
  })
  const opening = screens.map(({ title, path, words }) => open(title, path, words))
  const actions = screens.flatMap(({ add, path }) => (add === undefined ? [] : [open(add, `${path}?add`)]))
  actions.push(open('All users', `${paths.users}?range=all`), {
    id: 'logout',
    label: 'Log out',
    words: 'logout sign out',
    run: () => void logout(),
  })
  return [
    { label: 'Screens', items: opening.filter(matches) },
    { label: 'Actions', items: actions.filter(matches) },
  ]
}
