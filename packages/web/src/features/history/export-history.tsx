import { messageFor } from '@rapport/core/text/messages.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { useMutation } from '@tanstack/react-query'
import { format } from 'date-fns'
import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { loadHistory, type HistoryEvent, type HistoryFilter } from '#history/history-queries.ts'
import { valueText } from '#history/history-words.ts'
import { downloadCsv } from '#platform/download.ts'
import { useToday } from '#platform/use-today.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { Button } from '#ui/primitives/button.tsx'

/** The most in one answer. */
const PAGE = 100
/** The columns of the file, which are those of `rapport history --output csv`. */
const FIELDS = ['id', 'at', 'event', 'actor', 'actor_id', 'actor_name', 'entity', 'record_id', 'ip', 'detail'] as const

interface Props {
  filter: HistoryFilter
  isEmpty: boolean
  onProblem: (text: string | undefined) => void
}

/** Writes all events that match into a CSV file. */
export function ExportHistory({ filter, isEmpty, onProblem }: Props) {
  const [count, setCount] = useState(0)
  const today = useToday()
  const button = useRef<HTMLButtonElement>(null)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const { mutate, isPending, reset } = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      const events: HistoryEvent[] = []
      let cursor: number | null = null
      do {
        const page = await loadHistory({ ...filter, limit: PAGE, ...(cursor !== null && { cursor }) }, signal)
        events.push(...page.events)
        setCount(events.length)
        cursor = page.next
      } while (cursor !== null)
      return events
    },
  })
  const save = (events: HistoryEvent[]) => {
    downloadCsv(
      `history-${format(today, 'yyyy-MM-dd')}.csv`,
      writeCsv([[...FIELDS, 'changes'], ...events.map(cellsOf)]),
    )
    showSuccess(events.length === 1 ? '1 event was exported.' : `${events.length} events were exported.`)
  }
  const start = () => {
    controller.current = new AbortController()
    onProblem(undefined)
    setCount(0)
    mutate(controller.current.signal, {
      onSuccess: save,
      onError: (error) => onProblem(messageFor('listHistory', error)),
    })
  }
  const cancel = () => {
    controller.current?.abort()
    reset()
    // The button for it disappears.
    button.current?.focus()
  }
  return (
    <>
      {/* On the left, so that the second click of a double click on Export does not hit it. */}
      {isPending && (
        <Button icon={<X aria-hidden="true" />} aria-label="Cancel the export" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button ref={button} icon={<Download aria-hidden="true" />} busy={isPending} disabled={isEmpty} onClick={start}>
        {isPending ? `Exporting… ${count}` : 'Export CSV'}
      </Button>
    </>
  )
}

function cellsOf(event: HistoryEvent): unknown[] {
  const changes = (event.changes ?? []).map((change) =>
    'before' in change || 'after' in change
      ? `${change.field}: ${valueText(change.before)} → ${valueText(change.after)}`
      : change.field,
  )
  return [...FIELDS.map((field) => event[field]), changes.join('; ')]
}
