import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { categoriesQuery, positionsQuery, productsQuery } from '#data/catalogue.queries.ts'
import { NAME_FIELDS } from '#record-history/event-format.ts'
import type { HistoryEvent } from '#record-history/history.queries.ts'

/** Finds the name of an event's record in the lists, the events or the events' admins; null while the lists load. */
export function useRecordNames(events: readonly HistoryEvent[] = []) {
  const has = (entity: string) => events.some((event) => event.entity === entity)
  const { data: categories, isLoading: areCategoriesLoading } = useQuery({
    ...categoriesQuery,
    enabled: has('category'),
  })
  const { data: positions, isLoading: arePositionsLoading } = useQuery({ ...positionsQuery, enabled: has('position') })
  const { data: products, isLoading: areProductsLoading } = useQuery({ ...productsQuery, enabled: has('product') })
  const names = useMemo(() => {
    const namesByRecord = new Map<string, string>()
    // Reads the oldest event first, so that the latest name wins.
    for (const { entity, record_id, changes, actor_id, actor_name } of events.toReversed()) {
      const name = changes?.find(({ field }) => NAME_FIELDS.has(field))?.after
      if (typeof name === 'string') namesByRecord.set(`${entity} ${record_id}`, name)
      if (actor_name !== null) namesByRecord.set(`user ${actor_id}`, actor_name)
    }
    for (const { id, category_name } of categories ?? []) namesByRecord.set(`category ${id}`, category_name ?? '')
    for (const { id, subcategory_name } of positions ?? []) namesByRecord.set(`position ${id}`, subcategory_name ?? '')
    for (const { id, name } of products ?? []) namesByRecord.set(`product ${id}`, name ?? '')
    return namesByRecord
  }, [events, categories, positions, products])
  const isLoading = areCategoriesLoading || arePositionsLoading || areProductsLoading
  return useCallback(
    ({ entity, record_id }: HistoryEvent) =>
      names.get(`${entity} ${record_id}`) || (isLoading && entity !== 'user' ? null : undefined),
    [names, isLoading],
  )
}
