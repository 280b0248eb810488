import { Button } from '#ui/primitives/button.tsx'
import type { useHistory } from './history.queries.ts'
import styles from './history.module.css'

/** A button for the events before those that are loaded. */
export function OlderEvents({ query }: { query: ReturnType<typeof useHistory> }) {
  if (!query.hasNextPage) return null
  return (
    <div className={styles['older']}>
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Older events
      </Button>
    </div>
  )
}
