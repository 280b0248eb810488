/**
 * Returns the body and serializer of a multipart call: `api.POST(path, multipart({ category_name }))`. Undefined fields are
 * omitted; numbers are sent as text.
 */
export function multipart<T extends Record<string, Blob | string | number | undefined>>(body: T) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the serializer reads the body
  return { body: body as Defined<T>, bodySerializer: toFormData }
}

/** The body without its undefined fields, which the serializer omits. */
type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> }

function toFormData(fields: Record<string, Blob | string | number | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}
