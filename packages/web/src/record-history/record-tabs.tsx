import { Tabs } from '@base-ui/react/tabs'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { RecordKey } from './event-format.ts'
import { useHasHistory } from './history.queries.ts'
import type { RecordHistoryProps } from './record-history.tsx'
import styles from './record-tabs.module.css'

const RecordHistory = lazy(async () => ({ default: (await import('./record-history.tsx')).RecordHistory }))

export interface RecordTabsProps extends Pick<RecordHistoryProps, 'restoring'> {
  /** Undefined for a new record. */
  record: RecordKey | undefined
  children: ReactNode
}

/** A record's details and, if the server has `history`, its events. */
export function RecordTabs({ record, restoring, children }: RecordTabsProps) {
  const hasHistory = useHasHistory()
  const [tab, setTab] = useState('details')
  if (!hasHistory || record === undefined) return children
  return (
    <Tabs.Root value={tab} onValueChange={setTab}>
      <Tabs.List className={styles['tabs']} activateOnFocus>
        <Tabs.Tab value="details" className={styles['tab']}>
          Details
        </Tabs.Tab>
        <Tabs.Tab value="history" className={styles['tab']}>
          History
        </Tabs.Tab>
      </Tabs.List>
      {/* The panel stays mounted, so that a form keeps its state. */}
      <Tabs.Panel value="details" keepMounted>
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <Suspense>
          <RecordHistory
            key={`${record.entity} ${record.id}`}
            {...record}
            restoring={
              restoring && {
                ...restoring,
                onRestore: (version) => {
                  setTab('details')
                  restoring.onRestore(version)
                },
              }
            }
          />
        </Suspense>
      </Tabs.Panel>
    </Tabs.Root>
  )
}
