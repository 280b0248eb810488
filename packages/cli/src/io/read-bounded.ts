type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>

/** Reads until the end, or until the result is longer than the limit. */
export async function readBounded(chunks: Chunks, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    parts.push(bytes)
    length += bytes.length
    if (length > maxBytes) break
  }
  return new Uint8Array(Buffer.concat(parts))
}
