import { lazy, Suspense, useState, type ReactNode } from 'react'
import { hasExtension, useExtensions } from '#data/extensions.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import type { RecordKey } from './event-format.ts'
import type { Restoring } from './record-history.tsx'

const RecordHistory = lazy(async () => ({ default: (await import('./record-history.tsx')).RecordHistory }))

export interface RecordTabsProps {
  /** Undefined for a new record. */
  record: RecordKey | undefined
  restoring?: Restoring | undefined
  children: ReactNode
}

/** Shows a record's details and, if the server has `history`, its events. */
export function RecordTabs({ record, restoring, children }: RecordTabsProps) {
  const isKept = hasExtension(useExtensions(), 'history')
  const [tab, setTab] = useState('details')
  if (!isKept || record === undefined) return children
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'details', label: 'Details', panel: children },
        {
          value: 'history',
          label: 'History',
          panel: (
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
          ),
        },
      ]}
    />
  )
}
