import { useEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigate, useSearchParams, type To } from 'react-router-dom'

const ADD = 'add'
const EDIT = 'edit'

/** Which form of a list's screen is open: `?add`, or `?edit=ID`. */
export type FormView = { mode: 'add' } | { mode: 'edit'; id: string }

/** Whether this screen was opened by a click on its list, which then lies behind it in the history. */
interface FormState {
  openedFromList?: boolean
}

/** What of an address makes another screen: the path, and the form that is open on it. */
export function screenOf({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search)
  if (params.has(ADD)) return `${pathname}?${ADD}`
  return params.has(EDIT) ? `${pathname}?${EDIT}=${params.get(EDIT)}` : pathname
}

/** The form of a list's screen, kept in the URL beside the state of the list, so that reload, links and Back work. */
export function useFormView() {
  const [searchParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()

  const edited = searchParams.get(EDIT)
  const view = searchParams.has(ADD) ? ADDING : edited === null ? undefined : editing(edited)

  const addressOf = (name?: string, value?: string | number): To => {
    const params = new URLSearchParams(searchParams)
    params.delete(ADD)
    params.delete(EDIT)
    if (value !== undefined && name !== undefined) params.set(name, String(value))
    const rest = params.toString()
    return { search: name === ADD ? [rest, ADD].filter(Boolean).join('&') : rest }
  }
  return {
    view,
    /** Opens the form for something new. */
    openAdd: (): void => void navigate(addressOf(ADD), { state: OPENED_FROM_LIST }),
    /** Props of the link that opens the form for a record. */
    editLink: (id: string | number) => ({ to: addressOf(EDIT, id), state: OPENED_FROM_LIST }),
    /** Goes back to the list as it was left. */
    close: () => {
      if (wasOpenedFromList(location.state)) void navigate(-1)
      else void navigate(addressOf(), REPLACE)
    },
    /** Goes to the list's beginning, without a search or filters, where what was added stands. */
    closeToStart: () => {
      const size = searchParams.get('size')
      void navigate({ search: size === null ? '' : `size=${size}` }, REPLACE)
    },
  }
}

const ADDING: FormView = { mode: 'add' }
const editing = (id: string): FormView => ({ mode: 'edit', id })
const REPLACE = { replace: true, preventScrollReset: true }
const OPENED_FROM_LIST: FormState = { openedFromList: true }

function wasOpenedFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedFromList' in state && state.openedFromList === true
}

/**
 * Where the focus goes when a screen turns from list to form and back: to the heading of the form, and to the item that
 * was edited or added. Items are found by `data-item`; the answered function is told the id that was saved.
 */
export function useFormFocus(screen: RefObject<HTMLElement | null>, view: FormView | undefined) {
  const shown = useRef(keyOf(view))
  const saved = useRef<string>(undefined)
  const key = keyOf(view)
  useEffect(() => {
    const before = shown.current
    if (key === before) return
    shown.current = key
    const id = saved.current ?? before
    saved.current = undefined
    const item = key === undefined ? `[data-item="${CSS.escape(id ?? '')}"] a` : undefined
    const target = (item && screen.current?.querySelector(item)) ?? screen.current?.querySelector('h1')
    if (target instanceof HTMLElement) target.focus()
  }, [key, screen])
  return (id: string | number) => {
    saved.current = String(id)
  }
}

function keyOf(view: FormView | undefined): string | undefined {
  return view && (view.mode === 'edit' ? view.id : '')
}
