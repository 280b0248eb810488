import { ApiError } from '@rapport/core/api/api-error.ts'
import { readPasswordStdin } from '#cli/auth/confirm-identity.ts'
import { signIn, type SignInDetails } from '#cli/auth/sign-in.ts'
import { formatTarget } from '#cli/config/target.ts'
import { defineCommand, type Deps } from '#cli/deps.ts'
import { CliError, restatedError } from '#cli/io/errors.ts'
import type { Question } from '#cli/io/terminal.ts'
import { renderRecord } from '#cli/output/table.ts'

export interface LoginInput {
  email?: string
  passwordStdin?: boolean
}

export const login = defineCommand({
  fields: ['email', 'profile', 'api_url'],
  async run(input: LoginInput, deps) {
    const email = await signIn(await readCredentials(input, deps), deps)
    return { email, profile: deps.target.profile, api_url: deps.target.apiUrl }
  },
  present(result, { env }) {
    const { email, profile, api_url } = result
    const lines = [`Signed in to ${api_url} as ${email} (profile ${profile}).`]
    if (env['RAPPORT_TOKEN'])
      lines.push(`RAPPORT_TOKEN is set and overrides this session: unset it, or add --profile ${profile} each time.`)
    return { document: { shape: 'record', rows: [result] }, info: lines.join('\n') }
  },
})

async function readCredentials({ email, passwordStdin }: LoginInput, deps: Deps): Promise<SignInDetails> {
  const { terminal, target } = deps
  if (passwordStdin) {
    if (email === undefined) throw missingFlagError('--email', 'standard input is the password')
    const { password, code } = await readPasswordStdin(deps)
    return { email, password, ...(code !== undefined && { getCode: async () => code }) }
  }
  if (!terminal.canAsk) {
    throw missingFlagError(
      email === undefined ? '--email and --password-stdin' : '--password-stdin',
      'there is no terminal to ask on',
    )
  }
  terminal.info(`Signing in to ${target.apiUrl} (profile ${target.profile})`)
  const questions: Question[] = [{ prompt: 'Password: ', isSecret: true }]
  if (email === undefined) questions.unshift({ prompt: 'Email: ' })
  const answers = await terminal.ask(questions)
  return {
    email: email ?? answers[0] ?? '',
    password: answers.at(-1) ?? '',
    getCode: async () => (await terminal.ask([{ prompt: 'Code: ' }]))[0] ?? '',
  }
}

function missingFlagError(flags: string, reason: string): CliError {
  return new CliError('input_needed', `Pass ${flags}: ${reason}.`, {
    hint: 'For example: rapport login --email admin@example.org --password-stdin < password.txt',
  })
}

/** Removes the local token, and revokes it on the server if possible. */
export const logout = defineCommand({
  fields: ['profile', 'api_url', 'revoked'],
  async run(_input: object, { client, profiles, target, describe }) {
    const storedProfile = profiles.find(target.profile)
    if (!storedProfile?.token) return { revoked: false, outcome: [`Profile ${target.profile} was not signed in.`] }
    await profiles.save(target.profile, (before = storedProfile) => {
      const { token: _forgotten, ...rest } = before
      return rest
    })
    const signedOut = `Signed out of ${formatTarget(target)}`
    try {
      await client.call('logout')
    } catch (error) {
      if (error instanceof CliError && error.code === 'not_offered') {
        const warning = 'This server cannot revoke tokens: the token stays valid until it expires.'
        return { revoked: false, outcome: [`${signedOut}.`, warning] }
      }
      // With 401, the session had already ended.
      if (!(error instanceof ApiError && error.status === 401)) {
        const warning = 'The token could not be revoked: it stays valid on the server until it expires.'
        const toSentences = (reason: string) => [`${signedOut} on this machine only.`, warning, reason]
        return { revoked: false, outcome: [], problem: restatedError(error, describe(error), toSentences) }
      }
    }
    return { revoked: true, outcome: [`${signedOut}.`] }
  },
  present({ revoked, outcome, problem }, { env, target }) {
    const rows = [{ profile: target.profile, api_url: target.apiUrl, revoked }]
    const info = [...outcome, ...(env['RAPPORT_TOKEN'] ? ['RAPPORT_TOKEN is still set.'] : [])].join('\n')
    return { document: { shape: 'record', rows }, info, problem }
  },
})

/** Fetches the account, and says where API and token come from. */
export const whoami = defineCommand({
  fields: ['email', 'first_name', 'last_name', 'extensions', 'profile', 'api_url', 'token_source'],
  async run(_input: object, { client, target, profiles }) {
    const settings = await client.call('getSettings')
    const token_source = target.tokenSource === 'environment' ? 'RAPPORT_TOKEN' : profiles.path
    return { ...settings, profile: target.profile, api_url: target.apiUrl, token_source }
  },
  present(identity) {
    const { first_name, last_name, email, profile, api_url, token_source } = identity
    const name = [first_name, last_name].filter(Boolean).join(' ')
    const line = (title: string, text: string) => ({ title, text: () => text })
    const lines = [
      line('Signed in as', name === '' ? email : `${name} <${email}>`),
      line('API', api_url),
      line('Profile', profile),
      line('Token from', token_source),
    ]
    return { document: { shape: 'record', rows: [identity], table: () => renderRecord(lines, identity) } }
  },
})
