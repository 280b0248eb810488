import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { requireExtension } from '#cli/api/extensions.ts'
import { type PasswordStdinInput, withConfirmedIdentity } from '#cli/auth/confirm-identity.ts'
import type { CommandModule } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/output/document.ts'
import { localTime } from '#cli/output/local-time.ts'
import { renderRecord } from '#cli/output/table.ts'

type TwoFactor = Schemas['TwoFactor']
type RecoveryCodes = Schemas['RecoveryCodes']

export const status: CommandModule<object, TwoFactor> = {
  fields: ['enabled', 'enabled_at', 'recovery_codes_left'],
  run: (_input, { client }) => client.call('getTwoFactor'),
  present: (twoFactor) => ({
    document: { shape: 'record', rows: [twoFactor], table: () => renderRecord(columns, twoFactor) },
    ...(!twoFactor.enabled && { info: 'Turn it on with rapport two-factor enable.' }),
  }),
}

const columns = [
  { title: 'Two-factor authentication', text: formatState },
  { title: 'Recovery codes left', text: ({ recovery_codes_left }: TwoFactor) => String(recovery_codes_left) },
]

function formatState({ enabled, enabled_at }: TwoFactor): string {
  if (!enabled) return 'off'
  return enabled_at ? `on since ${localTime(enabled_at)}` : 'on'
}

/** Turns on two-factor authentication with the first code of an authenticator app. */
export const enable: CommandModule<object, RecoveryCodes> = {
  fields: ['recovery_codes'],
  async run(_input, deps) {
    const { client, flags, terminal } = deps
    if (!terminal.canAsk || flags.quiet) {
      const message = 'Enabling two-factor authentication requires a terminal and cannot be used with --quiet.'
      const hint = 'It shows a key for the authenticator app and asks for its first code.'
      throw new CliError('terminal_needed', message, { hint })
    }
    const { secret, uri } = await withConfirmedIdentity({}, deps, () => client.call('startTwoFactor'))
    const { renderUnicodeCompact } = await import('uqr')
    terminal.info(renderUnicodeCompact(uri, { border: 2 }))
    terminal.info(`Scan this with your authenticator app, or type the key: ${secret}`)
    const [code = ''] = await terminal.ask([{ prompt: 'First code: ' }])
    const body = { code: code.trim() }
    return withConfirmedIdentity({}, deps, () => client.call('confirmTwoFactor', { body }))
  },
  present: (codes) => presentRecoveryCodes(codes, 'Two-factor authentication is on. Your other sessions have ended.'),
}

export const disable: CommandModule<PasswordStdinInput, { enabled: boolean }> = {
  fields: ['enabled'],
  async run(credentials, deps) {
    const { client, target } = deps
    await requireExtension('two-factor', deps)
    await requireConsent(deps, {
      action: 'Turning off two-factor authentication',
      lines: [`Signing in to ${target.apiUrl} will ask for the password alone.`],
      prompt: 'Are you sure you want to turn off two-factor authentication?',
      hint: 'Pass --yes to turn it off without being asked.',
    })
    await withConfirmedIdentity(credentials, deps, () => client.call('disableTwoFactor'))
    return { enabled: false }
  },
  present: (state) => ({
    document: { shape: 'record', rows: [state] },
    info: 'Two-factor authentication is off.',
  }),
}

export const recoveryCodes: CommandModule<PasswordStdinInput, RecoveryCodes> = {
  fields: ['recovery_codes'],
  async run(credentials, deps) {
    await requireExtension('two-factor', deps)
    await requireConsent(deps, {
      action: 'Replacing the recovery codes',
      lines: ['Your current recovery codes will stop working.'],
      prompt: 'Are you sure you want to replace them?',
      hint: 'Pass --yes to replace them without being asked.',
    })
    return withConfirmedIdentity(credentials, deps, () => deps.client.call('renewRecoveryCodes'))
  },
  present: (codes) => presentRecoveryCodes(codes, 'Recovery codes replaced.'),
}

/** Prints the codes on stdout, one per line. */
function presentRecoveryCodes(codes: RecoveryCodes, outcome: string): Presentation {
  const table = () => codes.recovery_codes.map((code) => `${code}\n`).join('')
  return {
    document: { shape: 'record', rows: [codes], table },
    info: `${outcome} Save the recovery codes: each works for one sign-in. You won't see them again.`,
  }
}
