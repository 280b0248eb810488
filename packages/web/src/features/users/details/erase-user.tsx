import type { User } from '@rapport/core/entities/users/user.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { useConfirmWord, WordField } from '#crud/confirm-word.tsx'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { formatActor } from '#record-history/event-format.ts'
import { loadHistory, useHasHistory } from '#record-history/history.queries.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { userLabel } from '../user-format.ts'

interface Props {
  /** User to erase; undefined closes the dialog. */
  user: User | undefined
  onErased: () => void
  onClose: () => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** A dialog that confirms the erasure of a user, bypasses the trash and shows a receipt without personal data. */
export function EraseUserDialog({ user, onErased, onClose, fallbackFocus }: Props) {
  const client = useQueryClient()
  const hasHistory = useHasHistory()
  const cancel = useRef<HTMLButtonElement>(null)
  const wordField = useRef<HTMLInputElement>(null)
  const word = useConfirmWord(user !== undefined, wordField, 'ERASE')
  const {
    mutate,
    reset,
    isPending,
    error,
    data: receipt,
  } = useMutation({
    mutationFn: async ({ id }: User) => {
      await server.call('deleteUser', { params: { id: String(id) }, query: { erase: true } })
      return hasHistory ? loadReceipt(id).catch(() => plainReceipt(id)) : plainReceipt(id)
    },
  })
  useEffect(() => {
    // The focused button has disappeared.
    if (receipt !== undefined) cancel.current?.focus()
  }, [receipt])
  const close = () => {
    if (receipt !== undefined) {
      onErased()
      void client.invalidateQueries({ queryKey: queryKeys.users.all })
    }
    reset()
    word.reset()
    onClose()
  }
  const confirm = () => {
    if (user && !isPending && word.check()) mutate(user)
  }
  return (
    <AlertDialog
      open={user !== undefined}
      title={receipt === undefined ? 'Are you sure you want to erase this user?' : 'User erased'}
      icon={receipt === undefined ? <TriangleAlert /> : <CircleCheck />}
      tone={receipt === undefined ? 'danger' : 'calm'}
      description={
        receipt === undefined ? (
          user && (
            <>
              <p>This cannot be undone.</p>
              <p>
                <strong>
                  <bdi>{userLabel(user)}</bdi>
                </strong>
                {user.email && ` (${user.email})`}, user id {user.id}, will be permanently deleted, bypassing the trash.
                The audit log keeps only the id. Backups keep the user’s data until they expire.
              </p>
            </>
          )
        ) : (
          <p role="status">{receipt}</p>
        )
      }
      busy={isPending}
      onClose={close}
      fallbackFocus={fallbackFocus}
      openerIsGone={receipt !== undefined}
      initialFocus={word.initialFocus}
      aside={receipt !== undefined && <CopyButton label="Copy the receipt" text={receipt} />}
      cancel={{ ref: cancel, ...(receipt !== undefined && { variant: 'primary', children: 'Close' }) }}
      action={
        receipt === undefined && (
          <Button variant="danger" busy={isPending} disabled={word.isMissing} onClick={confirm}>
            Erase user
          </Button>
        )
      }
    >
      {receipt === undefined && <WordField ref={wordField} word={word} onEnter={confirm} />}
      <CallError operation="deleteUser" error={error} />
    </AlertDialog>
  )
}

/** Returns the audit log's event of the erasure as text. */
async function loadReceipt(id: User['id']): Promise<string> {
  const query = { entity: 'user', record_id: String(id), event: 'user.erased', limit: 1 } as const
  const [event] = (await loadHistory(query)).events
  if (!event) return plainReceipt(id)
  return `User ${id} was erased on ${event.at} by ${formatActor(event)}, event ${event.id} of the history.`
}

function plainReceipt(id: User['id']): string {
  return `User ${id} was erased on ${new Date().toISOString()}.`
}
