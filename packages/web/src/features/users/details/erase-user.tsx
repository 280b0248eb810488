import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Download, Printer, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { ConfirmationFields, useConfirmation } from '#crud/confirmation.tsx'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { useRequiresReason } from '#data/settings.queries.ts'
import { downloadJson } from '#platform/download.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { userLabel } from '../user-format.ts'
import styles from './user-drawer.module.css'

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
  const cancel = useRef<HTMLButtonElement>(null)
  const confirmation = useConfirmation({
    isReasonRequired: useRequiresReason(),
    word: user && 'ERASE',
  })
  const { mutate, reset, isPending, isSuccess, error, data } = useMutation({
    mutationFn: ({ id }: User) =>
      server.call('deleteUser', { params: { id: String(id) }, query: { erase: true, ...confirmation.sent } }),
  })
  useEffect(() => {
    // The focused button has disappeared.
    if (isSuccess) cancel.current?.focus()
  }, [isSuccess])
  const lines = data ? toLines(data) : []
  const close = () => {
    if (isSuccess) {
      onErased()
      void client.invalidateQueries({ queryKey: queryKeys.users.all })
    }
    reset()
    confirmation.reset()
    onClose()
  }
  const confirm = () => {
    if (user && !isPending) mutate(user)
  }
  const shared = { open: user !== undefined, onClose: close, fallbackFocus, openerIsGone: isSuccess }
  if (isSuccess) {
    return (
      <AlertDialog
        {...shared}
        title="User erased"
        icon={<CircleCheck />}
        tone="calm"
        description={<p role="status">{`User ${user?.id} was erased.`}</p>}
        aside={
          data && (
            <>
              <CopyButton label="Copy the receipt" text={lines.map((line) => line.join(': ')).join('\n')} />
              <IconButton label="Print" icon={Printer} onClick={() => window.print()} />
              <IconButton
                label="Download JSON"
                icon={Download}
                onClick={() => downloadJson(`erasure-${data.number}.json`, data)}
              />
            </>
          )
        }
        cancel={{ ref: cancel, variant: 'primary', children: 'Close' }}
      >
        <dl className={`${styles['fields']} prints-alone`}>
          {lines.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </AlertDialog>
    )
  }
  return (
    <AlertDialog
      {...shared}
      title="Are you sure you want to erase this user?"
      icon={<TriangleAlert />}
      description={
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
      }
      busy={isPending}
      initialFocus={confirmation.initialFocus}
      cancel={{ ref: cancel }}
      action={
        <Button variant="danger" busy={isPending} disabled={confirmation.isMissing} onClick={confirm}>
          Erase user
        </Button>
      }
    >
      <ConfirmationFields {...confirmation} onConfirm={confirm} />
      <CallError operation="deleteUser" error={error} />
    </AlertDialog>
  )
}

/** What was erased, as labels and texts. */
function toLines(receipt: NonNullable<Schemas['ErasureReceipt']>): [label: string, text: string][] {
  const { user_id, erased_at, erased_by, erased, remains, number, receipt: key } = receipt
  const { record, trash, mails } = erased
  const parts = [record && 'the record', trash && 'the copy in the trash', mails > 0 && `waiting emails (${mails})`]
  return [
    ['User id', String(user_id)],
    ['Erased at', erased_at],
    ['Erased by', `${erased_by.name} (user id ${erased_by.id})`],
    ['Erased', parts.filter(Boolean).join(', ')],
    ['Number', `${number} in the erasure ledger`],
    ['Receipt', key],
    ['Copies may be in', remains.join('\n')],
  ]
}
