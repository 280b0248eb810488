import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { configFolder, runCli, type RunOptions, type RunResult } from './run-cli.ts'

/** A machine with fresh settings per test, and one server. */
export interface IsolatedCli {
  readonly server: TestServer
  /** The configuration folder. */
  readonly folder: string
  run: (argv: readonly string[], options?: RunOptions) => Promise<RunResult>
  /** Signs in as the server's admin. */
  signIn: (...more: string[]) => Promise<RunResult>
  /** Reads the stored settings; throws if there are none. */
  stored: () => ReturnType<typeof JSON.parse>
}

/** Starts the server and creates the machine. Call it at the top of a test file. */
export function isolatedCli(env: NodeJS.ProcessEnv = {}): IsolatedCli {
  let server: TestServer | undefined
  let folder = ''
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())
  beforeEach(() => {
    folder = configFolder()
  })
  const machine: IsolatedCli = {
    get server() {
      if (!server) throw new TypeError('The tests have not begun.')
      return server
    },
    get folder() {
      return folder
    },
    run: (argv, options = {}) =>
      runCli(argv, {
        server: machine.server,
        ...options,
        env: { RAPPORT_CONFIG_DIR: folder, ...env, ...options.env },
      }),
    signIn(...extraArgv) {
      const { email, password } = machine.server.admin
      return machine.run(['login', '--email', email, '--password-stdin', ...extraArgv], { stdin: `${password}\n` })
    },
    stored: () => JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')),
  }
  return machine
}
