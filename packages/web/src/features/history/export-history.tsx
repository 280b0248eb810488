import { formatChanges, HISTORY_FIELDS } from '@rapport/core/entities/history/history-fields.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { format } from 'date-fns'
import { useState } from 'react'
import { useLoad } from '#data/use-load.ts'
import { downloadCsv } from '#platform/download.ts'
import { useToday } from '#platform/use-today.ts'
import { loadHistory, type HistoryEvent, type HistoryFilter } from '#record-history/history.queries.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { ExportButton } from '#ui/table/export-button.tsx'

/** The maximum number of events per response. */
const PAGE_SIZE = 100

interface Props {
  filter: HistoryFilter
  isEmpty: boolean
  onProblem: (text: string | undefined) => void
}

/** A button that exports all matching events as CSV. */
export function ExportHistory({ filter, isEmpty, onProblem }: Props) {
  const [count, setCount] = useState(0)
  const today = useToday()
  const read = async (signal: AbortSignal) => {
    const events: HistoryEvent[] = []
    let cursor: number | null = null
    do {
      const page = await loadHistory({ ...filter, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) }, signal)
      events.push(...page.events)
      setCount(events.length)
      cursor = page.next
    } while (cursor !== null)
    return events
  }
  const { load, cancel, isLoading } = useLoad(read, 'listHistory', onProblem)
  const save = (events: HistoryEvent[]) => {
    downloadCsv(`history-${format(today, 'yyyy-MM-dd')}.csv`, writeCsv([HISTORY_FIELDS, ...events.map(toCells)]))
    showSuccess(events.length === 1 ? '1 event was exported.' : `${events.length} events were exported.`)
  }
  const start = () => {
    setCount(0)
    load(save)
  }
  return <ExportButton busy={isLoading} count={count} disabled={isEmpty} onExport={start} onCancel={cancel} />
}

function toCells(event: HistoryEvent): unknown[] {
  return HISTORY_FIELDS.map((field) => (field === 'changes' ? formatChanges(event.changes) : event[field]))
}
