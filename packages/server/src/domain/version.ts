import { DomainError } from './domain-error.ts'

/** Throws when the record has another version than `If-Match` names; without that header any version will do. */
export function assertVersion({ version }: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === `"${version}"`) return
  throw new DomainError(
    'precondition_failed',
    'This record was changed in the meantime. Load it again, and repeat what you want to change.',
  )
}
