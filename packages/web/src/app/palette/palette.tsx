import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { foldText, matchesSearch, parseSearch } from '@rapport/core/text/fold-text.ts'
import { Keyboard, LogOut, Plus, Search, SquareTerminal, UsersRound, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAvailableScreens } from '#app/available-screens.ts'
import { useLogout } from '#app/shell/use-logout.ts'
import { paths } from '#platform/paths.ts'
import { useIsTouch } from '#platform/use-media.ts'
import { COPY_AS_COMMAND, offeredCopy } from '#ui/copy-as-command/copy-command.ts'
import { controlClass } from '#ui/fields/field-frame.tsx'
import { useDebouncedText } from '#ui/fields/use-debounced-text.ts'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { type Entry, type Group, MIN_SEARCH, prefixFirst, splitAtWords } from './palette-entries.ts'
import { useFoundRecords } from './palette-records.tsx'
import { ShortcutKeys } from './shortcut-keys.tsx'
import { openOverlay } from './shortcuts.ts'
import menu from '#ui/overlays/menu.module.css'
import styles from './palette.module.css'

const MAX_RECENT = 4

/** A dialog that searches screens, actions and records, and opens the chosen one. */
export function Palette({ open, onClose }: OverlayProps) {
  // Kept in memory only, because entries contain names of users.
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
        <Dialog.Backdrop className="backdrop fades" />
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
  const [settledText, setSettledText] = useState('')
  const [text, setText] = useDebouncedText(settledText, setSettledText)
  const { commands, nextSteps } = useCommands(text)
  const found = useFoundRecords(text, settledText)
  const { pathname, search } = useLocation()
  const recentItems = text === '' ? recent.filter(({ id }) => id !== pathname && id !== pathname + search) : []
  const others = [...commands, ...found.groups].map(({ label, items }) => ({
    label,
    items: items.filter((item) => !recentItems.some(({ id }) => id === item.id)),
  }))
  const results = [{ label: 'Recent', items: recentItems }, ...others].filter(({ items }) => items.length > 0)
  const isNothingFound = !found.isSearching && found.errorMessage === undefined && results.length === 0
  const searchText = text.trim()
  const groups = isNothingFound ? [{ label: 'Instead', items: nextSteps }] : results
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      value={text}
      // Base UI would write a chosen entry into the field.
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
      itemToStringValue={({ label }: Entry) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles['field']}>
        <Search />
        <Autocomplete.Input
          dir="auto"
          className={controlClass}
          aria-label="Search screens, actions and records"
          placeholder="Search screens, actions and records"
          maxLength={200}
          spellCheck={false}
        />
        <Dialog.Close render={<IconButton label="Close" icon={X} />} />
      </div>
      <div className={styles['results']}>
        <Autocomplete.List>
          {({ label, items }: Group) => (
            <Autocomplete.Group key={label} items={items}>
              <Autocomplete.GroupLabel className={styles['groupLabel']}>{label}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.id}
                    value={entry}
                    className={`${menu['item']} ${styles['item']}`}
                    onClick={() => onChoose(entry)}
                  >
                    {entry.icon}
                    <span className={styles['texts']}>
                      <bdi>
                        {splitAtWords(entry.label, entry.isUnmarked === true ? '' : searchText).map(
                          ({ start, part, isMarked }) => (isMarked ? <mark key={start}>{part}</mark> : part),
                        )}
                      </bdi>
                      {entry.detail && <span className={styles['detail']}>{entry.detail}</span>}
                    </span>
                    {entry.keys !== undefined && <ShortcutKeys keys={entry.keys} aria-hidden />}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Status className={classNames(styles['status'], isNothingFound && styles['nothing'])}>
          {found.isSearching && 'Searching… '}
          {found.errorMessage !== undefined && <span className={styles['failure']}>{found.errorMessage}</span>}
          {isNothingFound && (
            <>
              <strong>
                Nothing found for “<bdi>{searchText}</bdi>”
              </strong>
              {searchText.length < MIN_SEARCH && <span>Records are searched from two letters on.</span>}
            </>
          )}
        </Autocomplete.Status>
      </div>
      <p className={styles['hints']} aria-hidden="true">
        <ShortcutKeys keys="↑ ↓" /> choose
        <ShortcutKeys keys="Enter" /> open
        <ShortcutKeys keys="Esc" /> close
      </p>
    </Autocomplete.Root>
  )
}

/** Returns the matching screens and actions, and what to offer if nothing is found. */
function useCommands(text: string) {
  const navigate = useNavigate()
  const screens = useAvailableScreens()
  const logout = useLogout()
  // The list of shortcuts is of no use on phones.
  const isTouch = useIsTouch()
  const search = parseSearch(text)
  const matching = (entries: Entry[]) =>
    prefixFirst(
      entries.filter((entry) => matchesSearch(search, entry, foldText(`${entry.label} ${entry.keywords ?? ''}`))),
      text,
    )
  const open = (label: string, icon: ReactNode, to: string, more?: Partial<Entry>): Entry => ({
    id: to,
    label,
    icon,
    run: () => void navigate(to),
    ...more,
  })
  const matchingScreens = matching(
    screens.map(({ title, icon: Icon, path, keywords, key }) =>
      open(title, <Icon />, path, { keywords, keys: key && `g ${key}` }),
    ),
  )
  const actions = screens.flatMap(({ add, path }) => (add === undefined ? [] : [open(add, <Plus />, `${path}?add`)]))
  // Left out if the Users screen is already listed.
  if (!matchingScreens.some(({ id }) => id === paths.users)) {
    actions.push(open('All users', <UsersRound />, `${paths.users}?range=all`))
  }
  const copy = offeredCopy()
  if (copy) actions.push({ id: 'copy', label: COPY_AS_COMMAND, icon: <SquareTerminal />, run: copy })
  const run = () => void logout()
  actions.push({ id: 'logout', label: 'Logout', icon: <LogOut />, keywords: 'log out sign out', run })

  const searched = `search=${encodeURIComponent(text.trim())}`
  const steps = [
    { path: paths.users, label: `Search users for “${text.trim()}”`, query: `?range=all&${searched}` },
    { path: paths.categories, label: 'Browse categories', query: '' },
    { path: paths.positions, label: 'Browse positions', query: '' },
    { path: paths.trash, label: `Search the trash for “${text.trim()}”`, query: `?${searched}` },
  ]
  const nextSteps = steps.flatMap(({ path, label, query }) =>
    screens
      .filter((screen) => screen.path === path)
      .map(({ icon: Icon }) => open(label, <Icon />, path + query, { isUnmarked: true })),
  )
  const shortcuts = () => openOverlay('shortcuts')
  if (!isTouch) {
    nextSteps.push({ id: 'shortcuts', label: 'All shortcuts', icon: <Keyboard />, keys: '?', run: shortcuts })
  }
  const commands: Group[] = [
    { label: 'Screens', items: matchingScreens },
    { label: 'Actions', items: matching(actions) },
  ]
  return { commands, nextSteps }
}
