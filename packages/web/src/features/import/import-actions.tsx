import { priceChanges } from '@rapport/core/catalogue/plan/plan.ts'
import {
  describeLargePriceChanges,
  isLargePriceChange,
  type PriceChange,
} from '@rapport/core/entities/products/price-change.ts'
import { RotateCw, TriangleAlert, Upload } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button, ButtonLink } from '#ui/primitives/button.tsx'
import { rowsText } from './plan/row-state.ts'
import { pendingChanges } from './use-import-run.ts'
import type { ImportState } from './use-import.ts'

interface Props {
  state: ImportState
  /** Path that Done returns to. */
  listPath: string
}

/** The buttons Import, Stop and Retry and, after a run, Done. */
export function ImportActions({ state: { rows: plannedRows, plan, remote, runner }, listPath }: Props) {
  const rows = plannedRows ?? []
  const { progress, run, stop } = runner
  const [largeChanges, setLargeChanges] = useState<readonly PriceChange[]>([])
  const pending = pendingChanges(rows)
  const hasRun = rows.some(({ result }) => result)
  const isRetry = rows.some(({ state }) => state === 'failed' || state === 'skipped')
  const isReady = plan.isSuccess && !plan.isPlaceholderData && !remote.isFetching
  const start = () => {
    const changes = pending.flatMap(priceChanges).filter(isLargePriceChange)
    if (changes.length > 0) setLargeChanges(changes)
    else void run(rows)
  }
  const confirm = () => {
    setLargeChanges([])
    void run(rows)
  }
  return (
    <>
      {progress && <progress aria-label="Rows imported" value={progress.done} max={Math.max(progress.total, 1)} />}
      {progress && <Button onClick={stop}>Stop</Button>}
      {hasRun && !progress && (
        <ButtonLink to={listPath} variant={pending.length === 0 ? 'primary' : 'secondary'}>
          Done
        </ButtonLink>
      )}
      {(progress || !hasRun || pending.length > 0) && (
        <Button
          variant="primary"
          icon={isRetry ? <RotateCw /> : <Upload />}
          busy={progress !== undefined}
          disabled={!progress && (!isReady || pending.length === 0)}
          onClick={start}
        >
          {progress
            ? `${progress.done} of ${progress.total}`
            : `${isRetry ? 'Retry' : 'Import'} ${rowsText(pending.length)}`}
        </Button>
      )}
      <AlertDialog
        open={largeChanges.length > 0}
        onClose={() => setLargeChanges([])}
        title={describeLargePriceChanges(largeChanges.length)}
        description={<PriceList changes={largeChanges} />}
        icon={<TriangleAlert />}
        tone="warning"
        action={
          <Button variant="primary" onClick={confirm}>
            Import anyway
          </Button>
        }
      />
    </>
  )
}

const MAX_CHANGES = 10

function PriceList({ changes }: { changes: readonly PriceChange[] }) {
  return (
    <>
      <p>Check the decimal separator.</p>
      <ul>
        {changes.slice(0, MAX_CHANGES).map(({ key, from, to }) => (
          <li key={key}>{`${key}: ${String(from)} → ${String(to)}`}</li>
        ))}
        {changes.length > MAX_CHANGES && <li>{`… and ${changes.length - MAX_CHANGES} more`}</li>}
      </ul>
    </>
  )
}
