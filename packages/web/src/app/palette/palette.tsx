import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { foldText, matchesSearch, parseSearch } from '@rapport/core/text/fold-text.ts'
import { Keyboard, LogOut, Plus, Search, SquareTerminal, UsersRound, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAvailableScreens } from '#app/available-screens.ts'
import { useLogout } from '#app/shell/use-logout.ts'
import { paths } from '#platform/paths.ts'
import { useIsTouch } from '#platform/use-media.ts'
import { COPY_AS_COMMAND, offeredCopy } from '#ui/copy-as-command/copy-command.ts'
import { useDebouncedText } from '#ui/fields/use-debounced-text.ts'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { showShortcuts } from './open-overlay.ts'
import { type Entry, type Group, MIN_SEARCH, prefixFirst, splitAtWords } from './palette-entries.ts'
import { useFoundRecords } from './palette-records.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'
import backdrop from '#ui/overlays/backdrop.module.css'
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
  const [settledText, setSettledText] = useState('')
  const [text, setText] = useDebouncedText(settledText, setSettledText)
  const commands = useCommands(text)
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
  const nextSteps = useNextSteps(searchText)
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
          className={styles['input']}
          aria-label="Search screens, actions and records"
          placeholder="Search screens, actions and records"
          maxLength={200}
          spellCheck={false}
        />
        <Dialog.Close render={<IconButton label="Close" icon={X} className={styles['close']} />} />
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
                    className={styles['item']}
                    onClick={() => onChoose(entry)}
                  >
                    {entry.person === undefined ? (
                      <entry.icon />
                    ) : (
                      <span className={styles['person']}>
                        <Avatar name={entry.person} />
                      </span>
                    )}
                    <Marked text={entry.label} search={entry.isUnmarked === true ? '' : searchText} />
                    {entry.detail !== undefined && <span className={styles['detail']}>{entry.detail}</span>}
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

/** Returns actions to offer if nothing is found. */
function useNextSteps(searchText: string): Entry[] {
  const navigate = useNavigate()
  const screens = useAvailableScreens()
  // The list of shortcuts is of no use on phones.
  const isTouch = useIsTouch()
  const stepTo = (screen: string, label: string, search = ''): Entry[] =>
    screens
      .filter(({ path }) => path === screen)
      .map(({ icon, path }) => ({
        id: `${path}?${label}`,
        label,
        icon,
        isUnmarked: true,
        run: () => void navigate(path + search),
      }))
  const search = `search=${encodeURIComponent(searchText)}`
  return [
    ...stepTo(paths.users, `Search users for “${searchText}”`, `?range=all&${search}`),
    ...stepTo(paths.categories, 'Browse categories'),
    ...stepTo(paths.positions, 'Browse positions'),
    ...stepTo(paths.trash, `Search the trash for “${searchText}”`, `?${search}`),
    ...(isTouch ? [] : [{ id: 'shortcuts', label: 'All shortcuts', icon: Keyboard, keys: '?', run: showShortcuts }]),
  ]
}

/** A text with the words of the search marked. */
function Marked({ text, search }: { text: string; search: string }) {
  return (
    <bdi>
      {splitAtWords(text, search).map(({ start, part, isMarked }) =>
        isMarked ? <mark key={start}>{part}</mark> : part,
      )}
    </bdi>
  )
}

function useCommands(text: string): Group[] {
  const navigate = useNavigate()
  const screens = useAvailableScreens()
  const logout = useLogout()
  const search = parseSearch(text)
  const matching = (entries: Entry[]) =>
    prefixFirst(
      entries.filter((entry) => matchesSearch(search, entry, foldText(`${entry.label} ${entry.keywords ?? ''}`))),
      foldText(text),
    )
  const open = (label: string, icon: LucideIcon, to: string, more?: Partial<Entry>): Entry => ({
    id: to,
    label,
    icon,
    run: () => void navigate(to),
    ...more,
  })
  const screenEntries = screens.map(({ title, icon, path, keywords, key }) =>
    open(title, icon, path, { keywords, keys: key && `g ${key}` }),
  )
  const matchingScreens = matching(screenEntries)
  const actions = screens.flatMap(({ add, path }) => (add === undefined ? [] : [open(add, Plus, `${path}?add`)]))
  // Left out if the Users screen is already listed.
  if (!matchingScreens.some(({ id }) => id === paths.users)) {
    actions.push(open('All users', UsersRound, `${paths.users}?range=all`))
  }
  const copy = offeredCopy()
  if (copy) actions.push({ id: 'copy', label: COPY_AS_COMMAND, icon: SquareTerminal, run: copy })
  actions.push({
    id: 'logout',
    label: 'Logout',
    icon: LogOut,
    keywords: 'log out sign out',
    run: () => void logout(),
  })
  return [
    { label: 'Screens', items: matchingScreens },
    { label: 'Actions', items: matching(actions) },
  ]
}
