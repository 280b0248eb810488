import { startTestServer, type TestServer, type TestServerOptions } from '@rapport/server/testing'
import { afterEach, beforeEach } from 'vitest'
import type { SignedInServer } from './catalogue.ts'

/** Starts a server per test. Call it at the top of a file. */
export function freshServer(options: TestServerOptions = {}): SignedInServer {
  let server: TestServer | undefined
  let token = ''
  beforeEach(async () => {
    server = await startTestServer(options)
    token = await server.signIn()
  })
  afterEach(() => server?.close())
  return {
    fetch(request) {
      if (!server) throw new TypeError('No test has begun.')
      return server.fetch(request)
    },
    get token() {
      return token
    },
  }
}
