import { requireExtension } from '#cli/api/extensions.ts'
import { withConfirmedIdentity } from '#cli/auth/confirm-identity.ts'
import type { PasswordStdinInput } from '#cli/auth/password-stdin.ts'
import type { Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import type { Presentation } from '#cli/output/document.ts'

export async function run(credentials: PasswordStdinInput, deps: Deps): Promise<{ enabled: boolean }> {
  const { client, target } = deps
  await requireExtension('two-factor', deps)
  await requireConsent(deps, {
    action: 'Turning off two-factor authentication',
    lines: [`Signing in to ${target.apiUrl} will ask for the password alone.`],
    prompt: 'Are you sure you want to turn off two-factor authentication?',
    hint: 'Pass --yes to turn it off without being asked.',
    declinedMessage: 'Nothing was changed.',
  })
  await withConfirmedIdentity(credentials, deps, () => client.call('disableTwoFactor'))
  return { enabled: false }
}

export function present(state: { enabled: boolean }): Presentation {
  return {
    document: { shape: 'record', rows: [state], fields: ['enabled'] },
    info: 'Two-factor authentication is off.',
  }
}
