import { startTestServer } from '@rapport/server/testing'
import { configFolder, runCli, type RunOptions } from './run-cli.ts'

/** Creates a machine whose admin has signed in to a server with a stopped clock. */
export async function signedInMachine() {
  const server = await startTestServer({ clock: () => new Date('2026-11-21T10:00:00Z') })
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
    [Symbol.asyncDispose]: () => server.close(),
  }
}
