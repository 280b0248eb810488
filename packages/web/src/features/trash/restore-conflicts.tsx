import { nameKey } from '@rapport/core/text/unique-keys.ts'
import { TriangleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useIsTouch } from '#platform/use-media.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'
import type { RestoreConflict } from './trash.queries.ts'
import styles from './restore-conflicts.module.css'

/** Fields whose conflict another name does not solve: a missing category, or the password of a deleted admin. */
const UNRENAMABLE_FIELDS = new Set(['category_id', 'password'])

interface Props {
  /** Records that could not be restored; empty closes the dialog. */
  conflicts: readonly RestoreConflict[]
  busy: boolean
  /** Error message of the last attempt. */
  error: string | undefined
  onRestore: (names: Record<string, string>) => void
  onClose: () => void
}

/** A dialog that asks for a new name of each record whose name is taken. */
export function RestoreConflicts({ conflicts, busy, error, onRestore, onClose }: Props) {
  const formId = useId()
  const [isTried, setIsTried] = useState(false)
  const canRename = conflicts.some(({ field }) => !UNRENAMABLE_FIELDS.has(field))
  const isOpen = conflicts.length > 0
  if (!isOpen && isTried) setIsTried(false)
  const firstInput = useRef<HTMLInputElement>(null)
  const isTouch = useIsTouch()
  const suggestions = suggestNames(conflicts.map(({ name }) => name))
  return (
    <AlertDialog
      open={isOpen}
      icon={<TriangleAlert />}
      tone="warning"
      title={
        conflicts.length === 1
          ? `“${conflicts[0]?.name}” could not be restored`
          : `${conflicts.length} records could not be restored`
      }
      description={
        canRename &&
        (conflicts.length === 1
          ? `${isTried ? '' : `${conflicts[0]?.message} `}Give it another name, or leave it in the trash.`
          : 'Give each another name, or clear it to leave the record in the trash.')
      }
      busy={busy}
      // On touch screens the keyboard would cover the question.
      initialFocus={isTouch ? undefined : firstInput}
      onClose={onClose}
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
        onSubmit={(event) => {
          event.preventDefault()
          const newNames = [...new FormData(event.currentTarget)].flatMap(([id, name]) =>
            typeof name === 'string' && name.trim() !== '' ? [[id, name.trim()]] : [],
          )
          setIsTried(true)
          if (newNames.length > 0) onRestore(Object.fromEntries(newNames))
          else onClose()
        }}
      >
        {error !== undefined && <Notice tone="error">{error}</Notice>}
        {conflicts.map(({ id, name, field, message }, index) => {
          if (UNRENAMABLE_FIELDS.has(field)) {
            return (
              <p key={id}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                {`: ${message}`}
              </p>
            )
          }
          return (
            <TextField
              key={id}
              name={String(id)}
              label={`${LABELS[field] ?? 'Another name'} for “${name}”`}
              defaultValue={field in LABELS ? '' : suggestions[index]}
              autoComplete="off"
              maxLength={254}
              {...(isTried ? { error: message } : conflicts.length > 1 && { hint: message })}
              ref={index === 0 ? firstInput : undefined}
            />
          )
        })}
      </form>
    </AlertDialog>
  )
}

const LABELS: Record<string, string> = { email: 'Another email', product_id: 'Another product ID' }

/** The maximum length of a category's name. Other names need not be unique. */
const MAX_NAME_LENGTH = 100

/** Suggests free names, such as "Trust 2" for "Trust"; an empty text if the name would be too long. */
function suggestNames(taken: readonly string[]): string[] {
  const usedNames = new Set(taken.map(nameKey))
  return taken.map((name) => {
    let number = 2
    while (usedNames.has(nameKey(`${name} ${number}`))) number += 1
    const suggestion = `${name} ${number}`
    usedNames.add(nameKey(suggestion))
    return suggestion.length > MAX_NAME_LENGTH ? '' : suggestion
  })
}
