/** Runs `work` on every item, at most `limit` at a time, in order, until all are done or the signal says stop. */
export async function runBounded<Item>(
  items: readonly Item[],
  limit: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) {
      if (signal.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
