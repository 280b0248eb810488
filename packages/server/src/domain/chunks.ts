/** Yields the values in lists of this size; the last one may be shorter. */
export function* chunksOf<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = []
  for (const value of values) {
    if (chunk.push(value) < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
