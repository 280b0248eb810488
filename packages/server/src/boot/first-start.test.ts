import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openPostgres } from '#server/db/client.ts'
import { createAuditLog } from '#server/security/audit/audit-log.ts'
import { createLimiter } from '#server/security/limits/limiter.ts'
import { createPasswordHasher } from '#server/security/password-hash.ts'
import { createServerKey } from '#server/security/server-key.ts'
import { rowCounts } from '#server/testing/database/database-digest.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import type { TestServer } from '#server/testing/start.ts'
import { type FirstAdmin, createFirstAdmin } from './first-start.ts'

const hasher = createPasswordHasher()

interface Wishes {
  demo?: boolean
  email?: string
  password?: string
}

async function startFirst({ database }: TestServer, settings: Wishes = {}): Promise<FirstAdmin | undefined> {
  const clock = () => new Date()
  const key = createServerKey(Buffer.from('the key of this test'))
  const audit = createAuditLog({ database, clock, key, limiter: createLimiter({ key, clock }) })
  const { email = 'first@example.com', password, demo = true } = settings
  return createFirstAdmin({ database, hasher, audit, now: clock(), email, password, withDemoData: demo })
}

const count = ({ database }: TestServer) =>
  rowCounts(database, ['users', 'categories', 'positions', 'products', 'images'])

onEachEngine(({ it }) => {
  it('fills an empty database with an admin and demo data, and leaves it alone from then on', async ({ server }) => {
    await server.database.db.deleteFrom('users').execute()
    expect(await startFirst(server)).toMatchObject({ email: 'first@example.com', hasDemo: true })
    const filled = { users: 249, categories: 8, positions: 40, products: 6, images: 48 }
    expect(await count(server)).toEqual(filled)
    const admin = server.database.db.selectFrom('users').select(['first_name', 'last_name'])
    expect(await admin.where('email', '=', 'first@example.com').execute()).toEqual([
      { first_name: 'Ada', last_name: 'Lindqvist' },
    ])
    expect(await startFirst(server)).toBeUndefined()
    expect(await count(server)).toEqual(filled)
    const written = server.database.db.selectFrom('audit_events').select(['event', 'actor', 'detail'])
    expect(await written.execute()).toEqual([{ event: 'admin.created', actor: 'operator', detail: 'first start' }])
  })

  it('creates only the admin without demo data, or if there are users already', async ({ server }) => {
    await server.database.db.deleteFrom('users').execute()
    await server.addUser({ email: 'app@example.com', role: 'admin' })
    expect(await startFirst(server)).toMatchObject({ hasDemo: false })
    expect(await count(server)).toMatchObject({ users: 2, categories: 0 })
  })

  it('refuses an address that a user of the app has, and leaves nothing behind', async ({ server }) => {
    await server.database.db.deleteFrom('users').execute()
    await server.addUser({ email: 'First@example.com' })
    await expect(startFirst(server)).rejects.toThrow(
      'RAPPORT_ADMIN_EMAIL: a user of the app already has first@example.com. Please choose another one.',
    )
    expect(await count(server)).toMatchObject({ users: 1, categories: 0 })
  })

  it('refuses a common password', async ({ server }) => {
    await server.database.db.deleteFrom('users').execute()
    await expect(startFirst(server, { password: 'password123' })).rejects.toThrow(
      'RAPPORT_ADMIN_PASSWORD: This password',
    )
    expect(await count(server)).toMatchObject({ users: 0 })
  })
})

onPostgres(({ it }) => {
  it('creates one admin when two processes start for the first time at once', async ({ server }) => {
    await server.database.db.deleteFrom('users').execute()
    const admins = await Promise.all([startFirst(server, { demo: false }), startFirst(server, { demo: false })])
    expect(admins.filter((admin) => admin !== undefined)).toHaveLength(1)
    expect(await count(server)).toMatchObject({ users: 1 })
  })
})

onPostgres(({ createDatabase }) => {
  it('refuses a PostgreSQL that may lose acknowledged writes', async () => {
    const url = await createDatabase()
    const database = await openPostgres(url, fail)
    const { pathname } = new URL(url)
    await sql`alter database ${sql.id(pathname.slice(1))} set synchronous_commit = off`.execute(database.db)
    await database.close()
    await expect(openPostgres(url, fail)).rejects.toThrow('synchronous_commit off')
  })
})

function fail(error: Error): never {
  throw error
}
