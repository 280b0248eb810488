import { startTestServer } from '@rapport/server/testing'
import { configFolder, runCli, type RunOptions } from './run-cli.ts'

/** A machine whose admin has signed in to a server with a manual clock. */
export async function signedInMachine() {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const server = await startTestServer({ clock: () => new Date(now) })
  const folder = configFolder()
  const run = (argv: readonly string[], options: RunOptions = {}) =>
    runCli(argv, { server, ...options, env: { RAPPORT_CONFIG_DIR: folder, ...options.env } })
  const { email, password } = server.admin
  const login = (stdin: string) => run(['login', '--email', email, '--password-stdin'], { stdin })
  await login(password)
  return {
    server,
    email,
    password,
    run,
    login,
    now: () => now,
    pass: (milliseconds: number) => (now += milliseconds),
    [Symbol.asyncDispose]: () => server.close(),
  }
}
