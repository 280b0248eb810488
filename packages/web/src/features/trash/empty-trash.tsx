import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { ConfirmationFields, useConfirmation, wordFor } from '#crud/confirmation.tsx'
import { client as server } from '#data/api.ts'
import { useRequiresReason } from '#data/settings.queries.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { trashQuery } from './trash.queries.ts'

interface Props {
  disabled: boolean
  fallbackFocus: RefObject<HTMLElement | null>
}

/** A button that empties the trash permanently, after a confirmation with the number of records. */
export function EmptyTrash({ disabled, fallbackFocus }: Props) {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [purgedSoFar, setPurgedSoFar] = useState(0)
  // Counts the whole trash, regardless of the list's filters.
  const { data, isFetching } = useQuery({
    ...trashQuery({ page: 1, page_size: 1 }),
    enabled: isOpen,
    refetchOnWindowFocus: false,
  })
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => emptyTrash(confirmation.sent, setPurgedSoFar),
    onSuccess: (purged) => {
      showSuccess(purged === 1 ? '1 record was permanently deleted.' : `${purged} records were permanently deleted.`)
      close()
    },
    onSettled: () => client.invalidateQueries(),
  })
  // The cached number may be out of date.
  const total = isFetching && !isPending ? undefined : data?.total
  const confirmation = useConfirmation({ isReasonRequired: useRequiresReason(), word: wordFor(total ?? 0) })
  const close = () => {
    setIsOpen(false)
    setPurgedSoFar(0)
    reset()
    confirmation.reset()
  }
  return (
    <>
      <Button icon={<Trash2 />} disabled={disabled} onClick={() => setIsOpen(true)}>
        Empty trash
      </Button>
      <AlertDialog
        open={isOpen}
        title="Are you sure you want to empty the trash?"
        description={
          isPending ? (
            <p role="status">{`${purgedSoFar} of ${total} records deleted.`}</p>
          ) : (
            <p>
              {total === undefined
                ? 'All records'
                : total === 1
                  ? '1 record'
                  : `All ${total} records, including those hidden by filters,`}{' '}
              will be permanently deleted. This cannot be undone.
            </p>
          )
        }
        busy={isPending}
        onClose={close}
        fallbackFocus={fallbackFocus}
        action={
          <Button
            variant="danger"
            busy={isPending}
            disabled={total === undefined || confirmation.isMissing}
            onClick={() => mutate()}
          >
            Empty trash
          </Button>
        }
      >
        <CallError operation="emptyTrash" error={error} />
        {!isPending && <ConfirmationFields {...confirmation} onConfirm={mutate} />}
      </AlertDialog>
    </>
  )
}

/** Empties the trash permanently, in as many calls as the server needs. Rejects with an `ApiError`. */
async function emptyTrash(query: { reason?: string }, onProgress: (purged: number) => void): Promise<number> {
  let purged = 0
  for (;;) {
    const response = await server.call('emptyTrash', { query })
    purged += response.purged
    onProgress(purged)
    if (response.left === 0 || response.purged === 0) return purged
  }
}
