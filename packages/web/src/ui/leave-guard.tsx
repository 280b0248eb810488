import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { registerWork } from '#lib/open-work.ts'
import { readToken } from '#lib/session.ts'
import dialog from './alert-dialog.module.css'
import { Button } from './button.tsx'
import { dropClick, HoldWhile } from './hold-while.tsx'

interface Props {
  /** Whether leaving now would leave something behind. Asked at the moment of leaving. */
  isOpen: () => boolean
  /** A save, or what `work` says, is under way. */
  busy: boolean
  work?: Work
  /** Forgets what was typed. */
  onDiscard: () => void
  /** What was changed is there again when the admin comes back. */
  keepsDraft?: boolean
}

/** What goes on while it is busy. */
export interface Work {
  /** Ends the question whether to leave while. */
  what: string
  /** What becomes of it. */
  outcome: string
}

const SAVING: Work = {
  what: 'this is being saved',
  outcome: 'Saving goes on. If it fails, your changes wait here as a draft.',
}
const SAVING_AT_LOG_OUT = 'Saving goes on. If it fails, your changes are lost.'
const DRAFT_KEPT = 'Kept as a draft, your changes are here again when you come back to this form, until you sign out.'
const LOST = 'Your changes will be lost.'

/** Asks before a changed form is left, whether by a link, by Back, by closing the tab or by logging out. */
export function LeaveGuard({ isOpen, busy, work, onDiscard, keepsDraft = true }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isOpen() && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  const logout = useLogoutQuestion(isOpen)
  const stay = useRef<HTMLButtonElement>(null)
  const asked = blocker.state === 'blocked' || logout.asked

  useBeforeUnload(
    useCallback(
      (event) => {
        if (isOpen()) event.preventDefault()
      },
      [isOpen],
    ),
  )
  // Saved while the question stood: there is nothing to ask any more.
  useEffect(() => {
    if (blocker.state === 'blocked' && !isOpen()) blocker.reset()
  })
  const remain = () => {
    logout.answer(false)
    blocker.reset?.()
  }

  return (
    <AlertDialog.Root open={asked} onOpenChange={(next) => !next && remain()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog['overlay']} />
        <AlertDialog.Viewport className={dialog['viewport']}>
          <AlertDialog.Popup
            className={dialog['dialog']}
            initialFocus={stay}
            onClickCapture={asked ? undefined : dropClick}
          >
            <HoldWhile held={!asked}>
              <AlertDialog.Title className={dialog['title']}>{titleOf(logout.asked, busy, work)}</AlertDialog.Title>
              <AlertDialog.Description className={dialog['text']}>
                {textOf(logout.asked, busy, keepsDraft, work)}
              </AlertDialog.Description>
              <div className={dialog['actions']}>
                {logout.asked ? (
                  <Button variant="ghost" onClick={() => logout.answer(true)}>
                    Log out
                  </Button>
                ) : (
                  <LeaveButtons {...{ busy, keepsDraft, onDiscard }} onLeave={() => blocker.proceed?.()} />
                )}
                <Button ref={stay} variant="primary" onClick={remain}>
                  Stay
                </Button>
              </div>
            </HoldWhile>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface LeaveButtonsProps extends Required<Pick<Props, 'busy' | 'keepsDraft' | 'onDiscard'>> {
  onLeave: () => void
}

function LeaveButtons({ busy, keepsDraft, onDiscard, onLeave }: LeaveButtonsProps) {
  return (
    <>
      {!busy && (
        <Button
          variant="ghost"
          onClick={() => {
            onDiscard()
            onLeave()
          }}
        >
          Discard
        </Button>
      )}
      {(busy || keepsDraft) && <Button onClick={onLeave}>{busy ? 'Leave' : 'Leave, keep draft'}</Button>}
    </>
  )
}

function titleOf(isLogout: boolean, busy: boolean, { what }: Work = SAVING): string {
  const verb = isLogout ? 'Log out' : 'Leave'
  return busy ? `${verb} while ${what}?` : `${verb} without saving?`
}

function textOf(isLogout: boolean, busy: boolean, keepsDraft: boolean, work: Work | undefined): string {
  if (busy && work) return work.outcome
  if (isLogout) return busy ? SAVING_AT_LOG_OUT : LOST
  if (busy) return SAVING.outcome
  return keepsDraft ? DRAFT_KEPT : LOST
}

/** A logout is no navigation that a blocker could hold: it waits for the answer. */
function useLogoutQuestion(isOpen: () => boolean) {
  const [resolve, setResolve] = useState<(mayGo: boolean) => void>()
  const holds = useEffectEvent(isOpen)
  useEffect(
    () =>
      registerWork({
        isOpen: () => holds(),
        ask: () => new Promise<boolean>((settle) => setResolve(() => settle)),
      }),
    [],
  )
  const answer = (mayGo: boolean) => {
    resolve?.(mayGo)
    setResolve(undefined)
  }
  // Saved while the question stood, the log-out goes on; not if the session has ended by itself, which keeps drafts.
  useEffect(() => {
    if (!isOpen()) resolve?.(true)
  })
  useEffect(() => () => resolve?.(readToken() !== null), [resolve])
  return { asked: resolve !== undefined, answer }
}
