import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { TextField } from '#ui/fields/text-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'
import type { RestoreConflict } from './trash.queries.ts'
import styles from './restore-conflicts.module.css'

/** Conflicts that another name does not solve: a missing category, or an admin's password in the trash. */
const NOT_RENAMED = new Set(['category_id', 'password'])

interface Props {
  /** Records that could not be restored; empty closes the dialog. */
  conflicts: readonly RestoreConflict[]
  busy: boolean
  /** Error message of the last attempt. */
  error: string | undefined
  onRestore: (names: Record<string, string>) => void
  onClose: () => void
}

/** Asks for a new name of each record whose name is taken. */
export function RestoreConflicts({ conflicts, busy, error, onRestore, onClose }: Props) {
  const formId = useId()
  const { register, handleSubmit, reset, formState } = useForm<{ names: Record<string, string> }>()
  const canRename = conflicts.some(({ field }) => !NOT_RENAMED.has(field))
  const close = () => {
    reset()
    onClose()
  }
  return (
    <AlertDialog
      open={conflicts.length > 0}
      wide
      icon={<TriangleAlert />}
      tone="warning"
      title={
        conflicts.length === 1 ? '1 record could not be restored' : `${conflicts.length} records could not be restored`
      }
      description={
        canRename &&
        (conflicts.length === 1
          ? 'Give it another name, or leave it in the trash.'
          : 'Give each another name, or clear it to leave the record in the trash.')
      }
      busy={busy}
      onClose={close}
      cancel={{ children: canRename ? 'Cancel' : 'Close' }}
      action={
        canRename && (
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Restore
          </Button>
        )
      }
    >
      <form
        id={formId}
        className={styles['form']}
        noValidate
        onSubmit={(event) =>
          void handleSubmit(({ names }) => {
            const given = Object.entries(names).map(([id, name]) => [id.slice(1), name.trim()] as const)
            const chosen = given.filter(
              ([id, name]) => name !== '' && conflicts.some((conflict) => String(conflict.id) === id),
            )
            if (chosen.length > 0) onRestore(Object.fromEntries(chosen))
          })(event)
        }
      >
        {error !== undefined && <Notice tone="error">{error}</Notice>}
        {conflicts.map(({ id, name, field, message }) =>
          NOT_RENAMED.has(field) ? (
            <p key={id}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {`: ${message}`}
            </p>
          ) : (
            <TextField
              key={id}
              label={`${LABELS[field] ?? 'Another name'} for “${name}”`}
              autoComplete="off"
              maxLength={254}
              {...{ [formState.isSubmitted ? 'error' : 'hint']: message }}
              {...register(`names.i${id}`, { value: field in LABELS ? '' : `${name} 2` })}
            />
          ),
        )}
      </form>
    </AlertDialog>
  )
}

const LABELS: Record<string, string> = { email: 'Another email', product_id: 'Another product ID' }
