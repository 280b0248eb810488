import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { User } from '@rapport/core/entities/users/user.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Download, Printer, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { useConfirmWord, WordField } from '#crud/confirm-word.tsx'
import { ReasonField, useReason } from '#crud/reason-field.tsx'
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

interface Erasure {
  id: User['id']
  at: string
  receipt: Schemas['ErasureReceipt'] | undefined
}

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
  const wordField = useRef<HTMLInputElement>(null)
  const reason = useReason(useRequiresReason())
  const word = useConfirmWord(user !== undefined, wordField, 'ERASE')
  const {
    mutate,
    reset,
    isPending,
    error,
    data: erasure,
  } = useMutation({
    mutationFn: async ({ id }: User) => {
      const call = { params: { id: String(id) }, query: { erase: true, ...reason.sent } }
      const receipt = await server.call('deleteUser', call)
      return { id, at: new Date().toISOString(), receipt: receipt ?? undefined }
    },
  })
  useEffect(() => {
    // The focused button has disappeared.
    if (erasure !== undefined) cancel.current?.focus()
  }, [erasure])
  const lines = erasure ? toLines(erasure) : []
  const close = () => {
    if (erasure !== undefined) {
      onErased()
      void client.invalidateQueries({ queryKey: queryKeys.users.all })
    }
    reset()
    word.reset()
    reason.reset()
    onClose()
  }
  const confirm = () => {
    if (user && !isPending && !reason.isMissing && word.check()) mutate(user)
  }
  return (
    <AlertDialog
      open={user !== undefined}
      title={erasure === undefined ? 'Are you sure you want to erase this user?' : 'User erased'}
      icon={erasure === undefined ? <TriangleAlert /> : <CircleCheck />}
      tone={erasure === undefined ? 'danger' : 'calm'}
      description={
        erasure === undefined ? (
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
          <p role="status">{`User ${erasure.id} was erased.`}</p>
        )
      }
      busy={isPending}
      onClose={close}
      fallbackFocus={fallbackFocus}
      openerIsGone={erasure !== undefined}
      initialFocus={word.initialFocus}
      aside={
        erasure !== undefined && (
          <>
            <CopyButton label="Copy the receipt" text={lines.map((line) => line.join(': ')).join('\n')} />
            <IconButton label="Print" icon={Printer} onClick={() => window.print()} />
            {erasure.receipt && (
              <IconButton
                label="Download JSON"
                icon={Download}
                onClick={() => downloadJson(`erasure-${erasure.receipt?.number}.json`, erasure.receipt)}
              />
            )}
          </>
        )
      }
      cancel={{ ref: cancel, ...(erasure !== undefined && { variant: 'primary', children: 'Close' }) }}
      action={
        erasure === undefined && (
          <Button variant="danger" busy={isPending} disabled={word.isMissing || reason.isMissing} onClick={confirm}>
            Erase user
          </Button>
        )
      }
    >
      {erasure === undefined ? (
        <>
          <ReasonField reason={reason} />
          <WordField ref={wordField} word={word} onEnter={confirm} />
        </>
      ) : (
        <dl className={`${styles['fields']} prints-alone`}>
          {lines.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <div>
                  {text.split('\n').map((line) => (
                    <p key={line}>{line}</p>
                  ))}
                </div>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <CallError operation="deleteUser" error={error} />
    </AlertDialog>
  )
}

/** What was erased, as labels and texts. */
function toLines({ id, at, receipt }: Erasure): [label: string, text: string][] {
  if (!receipt) {
    return [
      ['User id', String(id)],
      ['Erased at', at],
    ]
  }
  const { erased_at, erased_by, erased, remains, number, receipt: key } = receipt
  const { record, trash, mails } = erased
  const parts = [record && 'the record', trash && 'the copy in the trash', mails > 0 && `waiting emails (${mails})`]
  return [
    ['User id', String(receipt.user_id)],
    ['Erased at', erased_at],
    ['Erased by', `${erased_by.name} (user id ${erased_by.id})`],
    ['Erased', parts.filter(Boolean).join(', ')],
    ['Number', `${number} in the erasure ledger`],
    ['Receipt', key],
    ['Copies may be in', remains.join('\n')],
  ]
}
