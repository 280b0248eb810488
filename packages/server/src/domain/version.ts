import { DomainError } from './domain-error.ts'

/** Throws `precondition_failed` if `If-Match` names another version; without the header any version matches. */
export function assertVersion({ version }: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === `"${version}"`) return
  throw new DomainError(
    'precondition_failed',
    'This record was changed in the meantime. Load it again and repeat your changes.',
  )
}
