import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { foldText } from '@rapport/core/fold-text.ts'
import { messageFor } from '@rapport/core/messages.ts'
import { fullName } from '@rapport/core/users/user.ts'
import { Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { usePaging } from '#lib/settings-query.ts'
import { useDebouncedText } from '#lib/use-debounced-text.ts'
import { useUserList } from '#lib/users-queries.ts'
import type { OverlayProps } from '#ui/on-demand.tsx'
import styles from './palette.module.css'
import { useLogout } from './use-logout.ts'

interface Entry {
  id: string
  label: string
  /** Said beside the label. */
  detail?: string | undefined
  /** Further words that find it. */
  words?: string | undefined
  run: () => void
}

interface Group {
  label: string
  items: Entry[]
}

const SCREENS: readonly [string, string, string?][] = [
  ['Dashboard', paths.dashboard],
  ['Users', paths.users],
  ['All users', `${paths.users}?range=all`],
  ['Positions', paths.positions],
  ['Categories', paths.categories],
  ['Subscription Plans', paths.subscription],
  ['My Profile', paths.profile, 'password'],
  ['Notifications', paths.notifications],
  ['Settings', paths.settings, 'theme colours logo'],
]

const ACTIONS: readonly [string, string][] = [
  ['Add Category', `${paths.categories}?add`],
  ['Add Position', `${paths.positions}?add`],
  ['Add Subscription', `${paths.subscription}?add`],
]

/** From so many characters on the users are searched, too. */
const SHORTEST_SEARCH = 2
const USERS_SHOWN = 5
const SEARCHING = 'Searching the users…'

/** Finds screens, actions and users as one types, and goes there. */
export function Palette({ open, onClose }: OverlayProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['overlay']} />
        <Dialog.Popup className={styles['dialog']} aria-label="Search">
          <Finder onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const [settled, settle] = useState('')
  const [text, setText] = useDebouncedText(settled, settle)
  const commands = useCommands(text)
  const found = useFoundUsers(text, settled)
  const groups = [...commands, ...(found.group ? [found.group] : [])].filter(({ items }) => items.length > 0)
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      value={text}
      // A chosen entry is acted on, and not written into the field.
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
      itemToStringValue={({ label }: Entry) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles['field']}>
        <Search aria-hidden="true" />
        <Autocomplete.Input
          className={styles['input']}
          aria-label="Search screens, actions and users"
          placeholder="Search screens, actions and users"
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
          {found.status ?? (groups.length === 0 ? 'Nothing found.' : '')}
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
  const screens = SCREENS.map(([label, to, words]): Entry => ({
    id: to,
    label,
    words,
    run: () => void navigate(to),
  }))
  const actions = ACTIONS.map(([label, to]): Entry => ({ id: to, label, run: () => void navigate(to) }))
  actions.push({ id: 'logout', label: 'Log out', words: 'logout sign out', run: () => void logout() })
  return [
    { label: 'Screens', items: screens.filter(matches) },
    { label: 'Actions', items: actions.filter(matches) },
  ]
}

/** The users that match: in memory at every keystroke, at a server that pages when typing has settled. */
function useFoundUsers(text: string, settled: string): { group?: Group; status?: string } {
  const navigate = useNavigate()
  const { paged } = usePaging()
  const latest = useDeferredValue(text)
  const search = (paged ? settled : latest).trim()
  const enabled = search.length >= SHORTEST_SEARCH
  const query = useMemo(() => ({ page: 1, page_size: USERS_SHOWN, search }), [search])
  const { listing, error, stale } = useUserList(query, { enabled })
  if (text.trim().length < SHORTEST_SEARCH) return {}
  // Enter is not to choose from what was found for fewer letters.
  if (paged && search !== text.trim()) return { status: SEARCHING }
  if (!enabled) return {}
  if (error) return { status: messageFor('listUsers', error) }
  if (!listing || stale) return { status: SEARCHING }
  const show = (wanted: string) => void navigate(`${paths.users}?range=all&search=${encodeURIComponent(wanted)}`)
  const items = listing.users.map((user): Entry => ({
    id: `user-${user.id}`,
    label: fullName(user) ?? user.email ?? `User ${user.id}`,
    detail: [fullName(user) && user.email, `id ${user.id}`].filter(Boolean).join(' · '),
    run: () => show(user.email || String(user.id)),
  }))
  if (listing.total > items.length) {
    items.push({ id: 'all-found', label: `All ${listing.total} users with “${search}”`, run: () => show(search) })
  }
  return { group: { label: 'Users', items } }
}
