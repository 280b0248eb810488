import type { Database } from '#server/db/client.ts'
import type { ImageProcessor } from '#server/domain/image-processor.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { ErasureLedger } from './erasures/erasure-ledger.ts'
import type { IdentityConfirmation } from './identity-confirmation.ts'
import type { KnownBlocks } from './limits/known-blocks.ts'
import type { Limiter } from './limits/limiter.ts'
import type { Passkeys } from './passkeys.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { ServerKey } from './server-key.ts'
import type { TwoFactor } from './two-factor.ts'

/** What the services share. Each takes what it uses. */
export interface ServiceDeps {
  database: Database
  hasher: PasswordHasher
  clock: () => Date
  key: ServerKey
  limiter: Limiter
  audit: AuditLog
  blocks: KnownBlocks
  twoFactor: TwoFactor
  passkeys: Passkeys
  identity: IdentityConfirmation
  images: ImageProcessor
  ledger: ErasureLedger
  /** Whether erasing and purging need a reason. */
  requiresReason: boolean
}
