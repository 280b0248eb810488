import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { configFolder, runCli, type RunOptions, type RunResult } from './run-cli.ts'

/** A machine that keeps settings of its own in each test, and the one server that it knows. */
export interface OwnMachine {
  readonly server: TestServer
  /** The folder of its settings. */
  readonly folder: string
  run: (argv: readonly string[], options?: RunOptions) => Promise<RunResult>
  /** Signs the server's admin in. */
  signIn: (...more: string[]) => Promise<RunResult>
  /** The settings as they are kept; throws where there are none. */
  stored: () => ReturnType<typeof JSON.parse>
}

/** For the tests of a file that calls it at its top. */
export function ownMachine(env: NodeJS.ProcessEnv = {}): OwnMachine {
  let server: TestServer | undefined
  let folder = ''
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())
  beforeEach(() => {
    folder = configFolder()
  })
  const machine: OwnMachine = {
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
    signIn(...more) {
      const { email, password } = machine.server.admin
      return machine.run(['login', '--email', email, '--password-stdin', ...more], { stdin: `${password}\n` })
    },
    stored: () => JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')),
  }
  return machine
}
