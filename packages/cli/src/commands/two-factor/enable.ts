import { withConfirmedIdentity } from '#cli/auth/confirm-identity.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/output/document.ts'
import { presentRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts'

/** Turns on two-factor authentication with the first code of an authenticator app. */
export async function run(_input: object, deps: Deps): Promise<RecoveryCodes> {
  const { client, flags, terminal } = deps
  if (!terminal.canAsk || flags.quiet) {
    throw new CliError(
      'terminal_needed',
      'Enabling two-factor authentication requires a terminal and cannot be used with --quiet.',
      {
        hint: 'It shows a key for the authenticator app and asks for its first code.',
      },
    )
  }
  const { secret, uri } = await withConfirmedIdentity({}, deps, () => client.call('startTwoFactor'))
  const { renderUnicodeCompact } = await import('uqr')
  terminal.info(renderUnicodeCompact(uri, { border: 2 }))
  terminal.info(`Scan this with your authenticator app, or type the key: ${secret}`)
  const [code = ''] = await terminal.ask([{ prompt: 'First code: ' }])
  const body = { code: code.trim() }
  return withConfirmedIdentity({}, deps, () => client.call('confirmTwoFactor', { body }))
}

export function present(codes: RecoveryCodes): Presentation {
  return presentRecoveryCodes(codes, 'Two-factor authentication is on. Your other sessions have ended.')
}
