import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { LogOut, Plus, Search, UsersRound, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useOfferedScreens } from '#app/offered-screens.ts'
import { paths } from '#platform/paths.ts'
import { useDebouncedText } from '#ui/fields/use-debounced-text.ts'
import backdrop from '#ui/overlays/backdrop.module.css'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import type { Entry, Group } from './palette-entries.ts'
import styles from './palette.module.css'
import { Keys } from './keys.tsx'
import { useFoundRecords } from './palette-records.ts'
import { useLogout } from '#app/shell/use-logout.ts'

const MAX_RECENT = 4

/** Searches screens, actions and records, and opens the chosen one. */
export function Palette({ open, onClose }: OverlayProps) {
  // Kept while the admin is signed in and the page is not reloaded: names of users are stored nowhere.
  const [recent, setRecent] = useState<Entry[]>([])
  const choose = (entry: Entry) => {
    const others = recent.filter(({ id, label }) => id !== entry.id || label !== entry.label)
    setRecent([entry, ...others].slice(0, MAX_RECENT))
    onClose()
    entry.run()
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop['backdrop']} />
        <Dialog.Popup className={styles['dialog']} aria-label="Search">
          <PaletteSearch recent={recent} onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface SearchProps {
  recent: Entry[]
  onChoose: (entry: Entry) => void
}

function PaletteSearch({ recent, onChoose }: SearchProps) {
  const [settled, settle] = useState('')
  const [text, setText] = useDebouncedText(settled, settle)
  const commands = useCommands(text)
  const found = useFoundRecords(text, settled)
  const groups = [{ label: 'Recent', items: text === '' ? recent : [] }, ...commands, ...found.groups].filter(
    ({ items }) => items.length > 0,
  )
  const isNothingFound = !found.isSearching && found.failure === undefined && groups.length === 0
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
                    onClick={() => onChoose(entry)}
                  >
                    <entry.icon aria-hidden="true" />
                    <bdi>{entry.label}</bdi>
                    {entry.detail !== undefined && <span className={styles['detail']}>{entry.detail}</span>}
                    {entry.keys !== undefined && <Keys keys={entry.keys} aria-hidden />}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Status className={styles['status']}>
          {found.isSearching && 'Searching… '}
          {found.failure !== undefined && <span className={styles['failure']}>{found.failure}</span>}
          {isNothingFound && (
            <>
              <strong>Nothing found.</strong>
              <span>
                Type two letters or more of the name of a user, category, position or plan, or an e-mail address or id.
                Screens are found by their titles.
              </span>
            </>
          )}
        </Autocomplete.Status>
      </div>
      <p className={styles['hints']} aria-hidden="true">
        <Keys keys="↑ ↓" /> choose
        <Keys keys="Enter" /> open
        <Keys keys="Esc" /> close
      </p>
    </Autocomplete.Root>
  )
}

function useCommands(text: string): Group[] {
  const navigate = useNavigate()
  const screens = useOfferedScreens()
  const logout = useLogout()
  const typed = foldText(text.trim())
  const matches = ({ label, words = '' }: Entry) => foldText(`${label} ${words}`).includes(typed)
  const open = (label: string, icon: LucideIcon, to: string, more?: Partial<Entry>): Entry => ({
    id: to,
    label,
    icon,
    run: () => void navigate(to),
    ...more,
  })
  const opening = screens.map(({ title, icon, path, words, key }) =>
    open(title, icon, path, { words, keys: key && `g ${key}` }),
  )
  const actions = screens.flatMap(({ add, path }) => (add === undefined ? [] : [open(add, Plus, `${path}?add`)]))
  actions.push(open('All users', UsersRound, `${paths.users}?range=all`), {
    id: 'logout',
    label: 'Log out',
    icon: LogOut,
    words: 'logout sign out',
    run: () => void logout(),
  })
  return [
    { label: 'Screens', items: opening.filter(matches) },
    { label: 'Actions', items: actions.filter(matches) },
  ]
}
