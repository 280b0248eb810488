import { runCli, type RunOptions, type RunResult } from './run-cli.ts'

/** The part of a server that catalogue commands need. */
export interface SignedInServer {
  fetch: (request: Request) => Promise<Response>
  token: string
}

export function runAs(server: SignedInServer, argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return runCli(argv, { server, ...options, env: { RAPPORT_TOKEN: server.token, ...options.env } })
}
