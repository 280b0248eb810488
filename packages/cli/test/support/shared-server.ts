import { startTestServer, type TestServer, type TestServerOptions } from '@rapport/server/testing'
import { afterAll, beforeAll } from 'vitest'
import type { SignedInServer } from './run-as.ts'

/**
 * Starts one server for all tests of a file, which must not change it: drawing the images of a full catalogue takes longer than
 * the tests. Call it at the top of a test file.
 */
export function sharedServer(options: TestServerOptions): SignedInServer {
  const server: SignedInServer = { fetch: () => Promise.reject(new TypeError('The tests have not begun.')), token: '' }
  let testServer: TestServer | undefined
  beforeAll(async () => {
    testServer = await startTestServer(options)
    server.fetch = testServer.fetch
    server.token = await testServer.signIn()
  })
  afterAll(() => testServer?.close())
  return server
}

/** Starts a server that the built binary reaches, and signs in. Await it at the top of a test file. */
export async function listeningServer(options?: TestServerOptions) {
  const server = await startTestServer(options)
  afterAll(() => server.close())
  return { server, url: await server.listen(), token: await server.signIn() }
}
