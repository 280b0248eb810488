/** Handles all items, at most so many at once. The first failure ends it: what has begun ends, nothing else begins. */
export async function eachAtOnce<Item>(
  items: Iterable<Item>,
  most: number,
  handle: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let ended = false
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      if (ended) return
      try {
        await handle(next.value)
      } catch (error) {
        ended = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: most }, worker))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
}
