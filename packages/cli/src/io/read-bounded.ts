type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>

/** Reads until the limit is exceeded, which the length of the result then shows. */
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
