import type { ApiError } from '@rapport/core/api/api-error.ts'

/** Whether the server's message, if there is one, says no more than its texts of the fields do. */
export function isSaidByFields({ serverMessage, fields }: ApiError): boolean {
  // Our own server's message where several are wrong only lists their names.
  if (!serverMessage || serverMessage.startsWith('Please check: ')) return true
  return Object.values(fields).includes(serverMessage)
}
