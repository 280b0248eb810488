import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { createErasureLedger, readLedger } from '#server/security/erasures/erasure-ledger.ts'
import type { Erasure } from '#server/security/erasures/ledger-file.ts'
import { createServerKey } from '#server/security/server-key.ts'
import { asAdmin, type Call } from '#server/testing/call.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import type { TestServer } from '#server/testing/start.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

const TABLES = ['users', 'trash_items', 'event_reasons', 'outbox', 'erasures'] as const

/** Copies what an erasure changes; the returned function puts it back, as a restored backup would. */
async function backUp({ database: { db, engine } }: TestServer) {
  const rows = await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()))
  const ids = rows[0]?.map((row) => Number('id' in row && row.id)) ?? []
  return async () => {
    for (const [index, table] of TABLES.entries()) {
      // PostgreSQL generates two columns of users.
      const generated = table === 'users' ? ['joined', 'search_text'] : []
      const copies = (rows[index] ?? []).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !generated.includes(name))),
      )
      // Deleting the admin would end the session.
      if (table !== 'users') await db.deleteFrom(table).execute()
      if (copies.length > 0)
        await db
          .insertInto(table)
          .values(copies)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    }
    if (engine === 'sqlite')
      await sql`update sqlite_sequence set seq = ${Math.max(...ids)} where name = 'users'`.execute(db)
    else await sql`select setval('users_id_seq', ${Math.max(...ids)})`.execute(db)
  }
}

async function erase(call: Call, id: unknown) {
  const { status, body } = await call<Schemas['ErasureReceipt']>('DELETE', `/api/admin/users/${String(id)}?erase=true`)
  expect(status).toBe(200)
  return body.data
}

const idsIn = async ({ database: { db } }: TestServer) =>
  (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id)

onEachEngine(({ it, start }) => {
  const startWithLedger = async (name: string) => {
    const ledgerPath = join(temporaryFolder(), `${name}.jsonl`)
    const server = await start({ ledgerPath })
    return { ledgerPath, server, call: await asAdmin(server), [Symbol.asyncDispose]: () => server.close() }
  }

  it('answers an erasure with a receipt that names no person, and writes it to the ledger', async () => {
    await using running = await startWithLedger('receipt')
    const { server, call, ledgerPath } = running
    const { id } = await server.addUser({ first_name: 'Eva', email: 'eva@example.com' })
    await insertMail(server.database.db, { kind: 'new_place', recipient: 'eva@example.com', now: 0 })
    const receipt = await erase(call, id)
    expect(receipt).toMatchObject({
      number: 1,
      user_id: id,
      erased_at: server.clock().toISOString(),
      erased_by: { id: server.admin.id, name: 'Ada Admin' },
      erased: { record: true, trash: false, mails: 1 },
    })
    const ledger = readFileSync(ledgerPath, 'utf8')
    const [header, entry, done] = ledger.trim().split('\n')
    expect(JSON.parse(header ?? '')).toMatchObject({ ledger: expect.any(String) })
    expect(JSON.parse(entry ?? '')).toMatchObject({ number: 1, entity: 'user', id, receipt: receipt?.receipt })
    expect(JSON.parse(done ?? '')).toMatchObject({ done: receipt?.receipt })
    expect(ledger + JSON.stringify(receipt)).not.toMatch(/eva/i)
  })

  it('erases again whom a restored backup brought back, in users, trash, reasons and mails', async () => {
    await using running = await startWithLedger('replay')
    const { server, call } = running
    const { db } = server.database
    const listed = await server.addUser({ email: 'eva@example.com' })
    const trashed = await server.addUser({ email: null })
    const kept = await server.addUser({ email: 'kept@example.com' })
    await call('POST', '/api/admin/users/status', { action: 'suspend', ids: [listed.id], reason: 'Wrote to Eva' })
    await insertMail(db, { kind: 'new_place', recipient: 'Eva@example.com', now: 0 })
    await call('DELETE', `/api/admin/users/${trashed.id}`)
    const restore = await backUp(server)
    const last = await server.addUser({ email: 'last@example.com' })
    for (const { id } of [listed, trashed, last]) await erase(call, id)
    await restore()
    expect(await idsIn(server)).toContain(listed.id)
    expect(await server.replayErasures()).toEqual([
      expect.stringContaining('2 erased again, and 1 of their emails deleted'),
    ])
    expect(await idsIn(server)).toEqual([server.admin.id, kept.id])
    for (const table of ['trash_items', 'event_reasons', 'outbox'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('erasures').select('record_id').orderBy('number').execute()).toEqual(
      [listed, trashed, last].map(({ id }) => ({ record_id: id })),
    )
    expect(await server.replayErasures()).toEqual([])
    // The id of the last user was free again in the backup.
    expect(Number((await server.addUser()).id)).toBeGreaterThan(Number(last.id))
  })

  it('only reads the ledger that is imported, even one that was copied in the middle of a line', async () => {
    await using running = await startWithLedger('copied')
    const { server, call, ledgerPath } = running
    await erase(call, (await server.addUser()).id)
    const copy = join(temporaryFolder(), 'copy.jsonl')
    const text = `${readFileSync(ledgerPath, 'utf8')}{"number":2,`
    writeFileSync(copy, text)
    expect(readLedger(copy)).toHaveLength(1)
    expect(readFileSync(copy, 'utf8')).toBe(text)
  })

  it('leaves and names whoever has the id of an erased user and another address, or is newer', async () => {
    await using running = await startWithLedger('others')
    const { server, call } = running
    const users = [await server.addUser({ email: 'a@example.com' }), await server.addUser({ email: 'b@example.com' })]
    for (const { id } of users) await erase(call, id)
    const [first, second] = users.map(({ id }) => Number(id))
    await server.addUser({ id: first ?? 0, email: 'other@example.com', created_at: '2020-01-01T00:00:00Z' })
    const tomorrow = new Date(server.clock().getTime() + 86_400_000).toISOString()
    await server.addUser({ id: second ?? 0, email: 'b@example.com', created_at: tomorrow })
    expect(await server.replayErasures()).toEqual([
      expect.stringContaining(`User ${first} `),
      expect.stringContaining(`User ${second} `),
    ])
    expect(await idsIn(server)).toEqual([server.admin.id, first, second])
  })

  it('erases nobody for the ledger of another installation, and all of its own whatever ids that has', async () => {
    await using running = await startWithLedger('foreign')
    const { server, call } = running
    const { database, clock } = server
    const erased = await server.addUser({ email: 'eva@example.com' })
    const kept = [await server.addUser({ email: null }), await server.addUser({ email: 'kept@example.com' })]
    const restore = await backUp(server)
    await erase(call, erased.id)
    const key = createServerKey(Buffer.from('the key of another installation'))
    const foreign = createErasureLedger({ database, key, clock, path: join(temporaryFolder(), 'foreign.jsonl') })
    const added: Erasure[] = []
    const undone = database.transaction(async (trx) => {
      for (const { id, email } of [erased, ...kept])
        added.push(await foreign.write(trx, { id: Number(id), email: email ?? null }))
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await restore()
    await server.replayErasures({ added })
    expect(await idsIn(server)).toEqual([server.admin.id, ...kept.map(({ id }) => id)])
  })

  it('does not erase again whose erasure was refused, and says so once', async () => {
    await using running = await startWithLedger('refused')
    const { server, call, ledgerPath } = running
    const { id } = await server.addUser()
    await erase(call, (await server.addUser()).id)
    // The transaction fails after the ledger is written.
    const table =
      server.database.engine === 'sqlite'
        ? "create trigger no before insert on erasures begin select raise(abort, 'no'); end"
        : "create function no() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$"
    await sql.raw(table).execute(server.database.db)
    if (server.database.engine === 'postgres')
      await sql`create trigger no before insert on erasures for each row execute function no()`.execute(
        server.database.db,
      )
    expect((await call('DELETE', `/api/admin/users/${id}?erase=true`)).status).toBe(500)
    await sql
      .raw(server.database.engine === 'sqlite' ? 'drop trigger no' : 'drop trigger no on erasures')
      .execute(server.database.db)
    const lines = readFileSync(ledgerPath, 'utf8').trim().split('\n')
    expect(lines).toHaveLength(4)
    // A process that was killed in the middle of a line.
    appendFileSync(ledgerPath, '{"number":3,')
    expect(await server.replayErasures()).toEqual([expect.stringContaining(`Erasure 2, of user ${id}, was begun`)])
    expect(await idsIn(server)).toContain(id)
    expect(await server.replayErasures()).toEqual([])
    expect((await erase(call, id))?.number).toBe(3)
    expect(await server.replayErasures()).toEqual([])
  })

  it.for(['shorter than the database knows', 'without a line', 'with a changed line', 'gone'])(
    'refuses a ledger that is %s, until it is accepted',
    async (problem) => {
      await using running = await startWithLedger('short')
      const { server, call, ledgerPath } = running
      const ids: unknown[] = []
      for (let count = 0; count < 3; count += 1) {
        ids.push((await server.addUser()).id)
        await erase(call, ids.at(-1))
      }
      const lines = readFileSync(ledgerPath, 'utf8').trim().split('\n')
      if (problem === 'gone') rmSync(ledgerPath)
      else if (problem === 'without a line') writeFileSync(ledgerPath, `${lines.toSpliced(3, 1).join('\n')}\n`)
      else if (problem === 'with a changed line')
        writeFileSync(ledgerPath, `${lines.with(3, lines[3]?.replace('"id":', '"id":9') ?? '').join('\n')}\n`)
      else writeFileSync(ledgerPath, `${lines.slice(0, -2).join('\n')}\n`)
      if (problem === 'gone' && server.database.engine === 'postgres') {
        // A new server of the same database.
        expect(await server.replayErasures()).toEqual([])
      } else {
        await expect(server.replayErasures()).rejects.toThrow(/short|lacks|missing or damaged/)
        await expect(server.replayErasures()).rejects.toThrow('--accept-short-ledger')
        expect(await server.replayErasures({ ifShort: 'leave' })).toHaveLength(1)
        await expect(server.replayErasures()).rejects.toThrow('--accept-short-ledger')
        expect(await server.replayErasures({ ifShort: 'accept' })).toHaveLength(1)
      }
      expect(await server.replayErasures()).toEqual([])
      const entries = readFileSync(ledgerPath, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"number"'))
      expect(new Set(entries.map((line) => (JSON.parse(line) as { id: unknown }).id))).toEqual(new Set(ids))
    },
  )
})
