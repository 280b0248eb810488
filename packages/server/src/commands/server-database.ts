import { type Env, readEnv } from '#server/boot/env.ts'
import { describeData, ledgerFile, loadServerKey, openForCommand } from '#server/boot/open-database.ts'
import type { Database } from '#server/db/client.ts'
import { OperatorError } from '#server/domain/operator-error.ts'
import { createAuditLog } from '#server/security/audit/audit-log.ts'
import { createErasureLedger } from '#server/security/erasures/erasure-ledger.ts'
import { createLimiter } from '#server/security/limits/limiter.ts'

/** Reads the server's settings. Throws `OperatorError` for a gateway, which has no database. */
export function readServerEnv(): Env {
  const env = readEnv(process.env)
  if (env.upstream !== undefined) {
    throw new OperatorError(`RAPPORT_UPSTREAM is set: a gateway has no database. Ask the operator of ${env.upstream}.`)
  }
  return env
}

/** Opens the server's database and its services, runs `work`, and closes the database. */
export async function withServerDatabase<T>(work: (services: CommandServices) => Promise<T>): Promise<T> {
  const env = readServerEnv()
  const database = await openForCommand(env)
  try {
    return await work(createCommandServices(env, database))
  } finally {
    await database.close()
  }
}

export type CommandServices = ReturnType<typeof createCommandServices>

export function createCommandServices(env: Env, database: Database) {
  const clock = () => new Date()
  const key = loadServerKey(env)
  const onEvent = (event: object) => {
    if (env.logsAudit) process.stderr.write(`${JSON.stringify({ time: Date.now(), ...event, msg: 'audit' })}\n`)
  }
  const limiter = createLimiter({ key, clock })
  const audit = createAuditLog({ database, clock, key, limiter, onEvent })
  const ledger = createErasureLedger({ database, key, clock, path: ledgerFile(env) })
  return { database, key, audit, ledger, data: describeData(env) }
}
