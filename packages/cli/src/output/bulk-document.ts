import type { BulkReport, BulkResult } from '#cli/api/bulk.ts'
import type { Document } from './document.ts'
import type { Column, TableOptions } from './table.ts'

const columns: readonly Column<BulkResult>[] = [
  { title: 'KEY', text: ({ key }) => key },
  { title: 'ACTION', text: ({ action }) => action },
  { title: 'STATUS', text: ({ status }) => status, tone: ({ status }) => (status === 'failed' ? 'red' : undefined) },
  { title: 'ERROR', text: ({ error }) => error?.message ?? '', wraps: true },
]

/** The result of a single deletion, in the form of a bulk operation. */
export function singleDeletionDocument(key: string): Document {
  const summary = { total: 1, done: 1, absent: 0, failed: 0, skipped: 0 }
  return { ...bulkDocument({ results: [{ key, action: 'delete', status: 'done' }], summary }), table: () => '' }
}

export function bulkDocument({ results, summary }: Pick<BulkReport, 'results' | 'summary'>): Document {
  return {
    shape: 'results',
    rows: results,
    fields: ['key', 'action', 'status', 'error'],
    summary,
    table: (options) => renderResults(results, options),
  }
}

/** Renders the results. A terminal shows only failed and absent items; the others are counted. */
async function renderResults(results: readonly BulkResult[], options: TableOptions): Promise<string> {
  const rows = options.isTerminal ? results.filter(({ status }) => status === 'failed' || status === 'absent') : results
  return rows.length === 0 ? '' : (await import('./table.ts')).renderTable(columns, rows, options)
}
