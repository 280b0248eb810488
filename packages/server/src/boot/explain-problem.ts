import { OperatorError } from '#server/domain/operator-error.ts'

const SYSTEM_CODE = /^(?:E[A-Z]+|EAI_[A-Z]+|SQLITE_[A-Z]+|[0-9A-Z]{5})$/

/** Returns a message for a problem that the operator can fix, and the stack trace of a bug. */
export function explainProblem(error: unknown, action = 'start'): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return `${error.message}. Another program uses the port; set PORT to another one.`
  if (code === 'EADDRNOTAVAIL') return `HOST ${errorProperty(error, 'address')} is not an address of this machine.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${errorProperty(error, 'hostname')} is not a name that this machine knows.`
  if (SYSTEM_CODE.test(code)) return `Rapport cannot ${action}: ${error.message || code}`
  return error.stack ?? error.message
}

function errorProperty(error: Error, property: 'address' | 'hostname'): string {
  return String(Object.entries(error).find(([name]) => name === property)?.[1])
}
