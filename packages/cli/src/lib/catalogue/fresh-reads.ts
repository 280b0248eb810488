/**
 * Shares a read among those who ask while it has not begun: every answer is of a read that began after it was asked for,
 * and there are never more than two under way.
 */
export function freshReads<Data>(read: () => Promise<Data>): () => Promise<Data> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<Data> | undefined
  return () => {
    next ??= begin()
    return next
  }

  async function begin(): Promise<Data> {
    await current.catch(() => undefined)
    next = undefined
    const started = read()
    current = started
    return started
  }
}
