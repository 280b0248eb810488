/** Creates a multipart form without the undefined fields. */
export function formOf(fields: Record<string, string | number | Blob | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, 'picture')
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}
