import { readPasswordStdin } from '#cli/auth/password-stdin.ts'
import { signIn, type SignInDetails } from '#cli/auth/sign-in.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import type { Question } from '#cli/io/terminal.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface LoginInput {
  email?: string
  passwordStdin?: boolean
}

interface LoginResult {
  email: string
  profile: string
  api_url: string
}

export const fields = ['email', 'profile', 'api_url']

export async function run(input: LoginInput, deps: Deps): Promise<LoginResult> {
  const email = await signIn(await readCredentials(input, deps), deps)
  return { email, profile: deps.target.profile, api_url: deps.target.apiUrl }
}

export function present(result: LoginResult, { env }: Deps): Presentation {
  const { email, profile, api_url } = result
  const lines = [`Signed in to ${api_url} as ${email} (profile ${profile}).`]
  if (env['RAPPORT_TOKEN'])
    lines.push(`RAPPORT_TOKEN is set and overrides this session: unset it, or add --profile ${profile} each time.`)
  return { document: { shape: 'record', rows: [result] }, info: lines.join('\n') }
}

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
