import { afterEach, beforeEach } from 'vitest'
import { startTestServer, type TestServer, type TestServerOptions } from './start.ts'

interface FreshServer extends TestServer {
  token: string
  /** Replaces the server with one that has other options. */
  restart: (options: TestServerOptions) => Promise<void>
}

/** Starts a server for each test and signs its admin in. Call it at the top of a file. */
export function freshServer(options?: TestServerOptions): FreshServer {
  const server = {} as FreshServer
  const start = async (startOptions = options) => {
    const testServer = await startTestServer(startOptions)
    Object.assign(server, testServer, { token: await testServer.signIn() })
  }
  beforeEach(() => start())
  afterEach(() => server.close())
  return Object.assign(server, {
    async restart(newOptions: TestServerOptions) {
      await server.close()
      await start(newOptions)
    },
  })
}
