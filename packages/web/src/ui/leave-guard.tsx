import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useCallback, useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { Button } from './button.tsx'
import dialog from './alert-dialog.module.css'

interface Props {
  /** Whether leaving now would leave something behind. Asked at the moment of leaving. */
  isOpen: () => boolean
  /** A save is under way. */
  busy: boolean
  /** Forgets what was typed. */
  onDiscard: () => void
  /** What was changed is there again when the admin comes back. */
  keepsDraft?: boolean
}

const DRAFT_KEPT = 'Kept as a draft, your changes are here again when you come back to this form, until you sign out.'

/** Asks before a changed form is left, whether by a link, by Back or by closing the tab. */
export function LeaveGuard({ isOpen, busy, onDiscard, keepsDraft = true }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isOpen() && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  const stay = useRef<HTMLButtonElement>(null)
  const blocked = blocker.state === 'blocked'

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

  return (
    <AlertDialog.Root
      open={blocked}
      onOpenChange={(next) => {
        if (!next) blocker.reset?.()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog['overlay']} />
        <AlertDialog.Viewport className={dialog['viewport']}>
          <AlertDialog.Popup className={dialog['dialog']} initialFocus={stay}>
            <AlertDialog.Title className={dialog['title']}>
              {busy ? 'Leave while this is being saved?' : 'Leave without saving?'}
            </AlertDialog.Title>
            <AlertDialog.Description className={dialog['text']}>
              {busy
                ? 'Saving goes on. If it fails, your changes wait here as a draft.'
                : keepsDraft
                  ? DRAFT_KEPT
                  : 'Your changes will be lost.'}
            </AlertDialog.Description>
            <div className={dialog['actions']}>
              {!busy && (
                <Button
                  variant="ghost"
                  onClick={() => {
                    onDiscard()
                    blocker.proceed?.()
                  }}
                >
                  Discard
                </Button>
              )}
              {(busy || keepsDraft) && (
                <Button onClick={() => blocker.proceed?.()}>{busy ? 'Leave' : 'Leave, keep draft'}</Button>
              )}
              <Button ref={stay} variant="primary" onClick={() => blocker.reset?.()}>
                Stay
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
