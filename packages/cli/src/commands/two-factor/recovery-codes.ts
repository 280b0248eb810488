import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { requireExtension } from '#cli/api/extensions.ts'
import { withConfirmedIdentity } from '#cli/auth/confirm-identity.ts'
import type { PasswordStdinInput } from '#cli/auth/password-stdin.ts'
import type { Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import type { Presentation } from '#cli/output/document.ts'

export type RecoveryCodes = Schemas['RecoveryCodes']

export async function run(credentials: PasswordStdinInput, deps: Deps): Promise<RecoveryCodes> {
  const { client } = deps
  await requireExtension('two-factor', deps)
  await requireConsent(deps, {
    action: 'Replacing the recovery codes',
    lines: ['Your current recovery codes will stop working.'],
    prompt: 'Are you sure you want to replace them?',
    hint: 'Pass --yes to replace them without being asked.',
    declinedMessage: 'Nothing was changed.',
  })
  return withConfirmedIdentity(credentials, deps, () => client.call('renewRecoveryCodes'))
}

export function present(codes: RecoveryCodes): Presentation {
  return presentRecoveryCodes(codes, 'Recovery codes replaced.')
}

/** Prints the codes on stdout, one per line. */
export function presentRecoveryCodes(codes: RecoveryCodes, outcome: string): Presentation {
  const table = () => codes.recovery_codes.map((code) => `${code}\n`).join('')
  return {
    document: { shape: 'record', rows: [codes], fields: ['recovery_codes'], table },
    info: `${outcome} Save the recovery codes: each works for one sign-in. You won't see them again.`,
  }
}
