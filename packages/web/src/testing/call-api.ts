interface Admin {
  fetch: (request: Request) => Promise<Response>
  token: string
}

/** Calls the API directly, not through the console, and returns `data`. */
export async function callApi<Data = { id: number }>(
  { fetch, token }: Admin,
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
  body?: object,
): Promise<Data> {
  const [method = '', path = ''] = call.split(' ')
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(typeof sent === 'string' && { 'Content-Type': 'application/json' }),
  }
  const init = { method, headers, ...(sent !== undefined && { body: sent }) }
  const response = await fetch(new Request(`http://rapport.test/api/admin/${path}`, init))
  const { data }: { data: Data } = await response.json()
  return data
}

export function toFormData(fields: Readonly<Record<string, string | number | Blob>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof Blob ? value : String(value))
  return form
}
