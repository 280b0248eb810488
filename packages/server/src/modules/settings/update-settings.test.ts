import { expect } from 'vitest'
import { DAY } from '#server/domain/time.ts'
import { changePassword } from '#server/security/account.repo.ts'
import { createPasswordHasher } from '#server/security/password-hash.ts'
import { asAdmin, login } from '#server/testing/call.ts'
import { untilLockIsAwaited } from '#server/testing/database/concurrency.ts'
import { onEachEngine, onPostgres } from '#server/testing/database/on-each-engine.ts'
import { obtainCode, obtainResetToken, resetPassword, verifyOtp } from '#server/testing/password-reset.ts'

const GET = '/api/admin/get-settings'
const UPDATE = '/api/admin/update-settings'
const ADA = { email: 'admin@example.com', first_name: 'Ada', last_name: 'Admin' }
const NEW = 'a quite new passphrase'

onEachEngine(({ it }) => {
  it('updateSettings trims and changes names and email address', async ({ server, call }) => {
    const response = await call('POST', UPDATE, {
      email: 'Éva@example.com',
      first_name: ' Éva ',
      last_name: '\tNagy',
      password: '',
    })
    expect(response).toMatchObject({ status: 200, body: { code: 200, message: 'Profile updated successfully!' } })
    expect((await call('GET', GET)).body.data).toMatchObject({
      email: 'Éva@example.com',
      first_name: 'Éva',
      last_name: 'Nagy',
    })
    expect((await login(server, { email: 'éva@example.com', password: server.admin.password })).status).toBe(200)
    expect((await login(server, { email: 'admin@example.com', password: server.admin.password })).status).toBe(401)
    for (const search of ['eva nagy', 'eva@']) {
      const { body } = await call<{ total: number }>('GET', `/api/admin/users?search=${encodeURIComponent(search)}`)
      expect({ search, total: body.data.total }).toEqual({ search, total: 1 })
    }
  })

  it('updateSettings with a new password ends all other sessions, keeps this one and tells by mail', async ({
    server,
  }) => {
    const [call, otherSession] = [await asAdmin(server), await asAdmin(server)]
    const colleague = await asAdmin(server, await server.addAdmin({ email: 'colleague@example.com' }))
    expect((await call('POST', UPDATE, { ...ADA, password: NEW })).status).toBe(200)
    expect((await call('GET', GET)).status).toBe(200)
    expect((await otherSession('GET', GET)).status).toBe(401)
    expect((await colleague('GET', GET)).status).toBe(200)
    expect((await login(server, { email: ADA.email, password: server.admin.password })).status).toBe(401)
    expect((await login(server, { email: ADA.email, password: NEW })).status).toBe(200)
    expect(await server.sendDueMails()).toMatchObject([
      { to: ADA.email, text: expect.stringMatching(/in your\sprofile/) },
    ])
  })

  it('updateSettings without a password ends no session and sends no mail', async ({ server }) => {
    const [call, otherSession] = [await asAdmin(server), await asAdmin(server)]
    for (const password of [undefined, '']) {
      expect((await call('POST', UPDATE, { ...ADA, first_name: 'Augusta', password })).status).toBe(200)
    }
    expect((await otherSession('GET', GET)).body.data).toMatchObject({ first_name: 'Augusta' })
    expect(await server.sendDueMails()).toEqual([])
    expect((await login(server, { email: ADA.email, password: server.admin.password })).status).toBe(200)
  })

  it('updateSettings refuses a taken email address in any letter case, and changes nothing', async ({ server }) => {
    await server.addUser({ email: 'Zoë@Example.com' })
    const [call, otherSession] = [await asAdmin(server), await asAdmin(server)]
    const takenMessage = 'Another user already has this email address.'
    for (const email of ['zoë@example.com', 'ZOË@EXAMPLE.COM'.normalize('NFD')]) {
      const response = await call('POST', UPDATE, { ...ADA, first_name: 'Changed', email, password: NEW })
      expect(response).toMatchObject({
        status: 409,
        body: { code: 409, message: takenMessage, errors: { email: takenMessage } },
      })
    }
    expect((await otherSession('GET', GET)).body.data).toMatchObject(ADA)
    expect((await login(server, { email: ADA.email, password: server.admin.password })).status).toBe(200)
    expect(await server.sendDueMails()).toEqual([])
    expect((await call('POST', UPDATE, { ...ADA, email: 'ADMIN@example.com' })).status).toBe(200)
  })

  it('updateSettings refuses an invalid name, address or password, and names the field', async ({ call }) => {
    const refused: [object, number, string][] = [
      [{ ...ADA, first_name: '  ' }, 422, 'first_name'],
      [{ ...ADA, last_name: '\u200B\u200D' }, 422, 'last_name'],
      [{ ...ADA, last_name: 'Love\r\nlace' }, 422, 'last_name'],
      [{ ...ADA, email: 'a@example.org>' }, 422, 'email'],
      [{ ...ADA, password: 'short 1' }, 422, 'password'],
      [{ ...ADA, password: 'password123' }, 422, 'password'],
      [{ ...ADA, password: 'ada-admin-1' }, 422, 'password'],
      [{ ...ADA, first_name: '' }, 400, 'first_name'],
      [{ ...ADA, first_name: 'a'.repeat(101) }, 400, 'first_name'],
      [{ ...ADA, email: 'unknown' }, 400, 'email'],
      [{ ...ADA, role: 'admin' }, 400, 'role'],
      [{ email: ADA.email, first_name: 'Ada' }, 400, 'last_name'],
    ]
    for (const [body, status, field] of refused) {
      const response = await call('POST', UPDATE, body)
      expect({ body, status: response.status, fields: Object.keys(response.body.errors ?? {}) }).toEqual({
        body,
        status,
        fields: [field],
      })
    }
    expect((await call('GET', GET)).body.data).toMatchObject(ADA)
  })

  it('mails the old address about a new one, and voids codes and tokens sent there', async ({ server, call }) => {
    const token = await obtainResetToken(server)
    expect((await call('POST', UPDATE, { ...ADA, email: 'new@example.com' })).status).toBe(200)
    expect((await resetPassword(server, token, NEW)).status).toBe(401)
    expect((await server.sendDueMails()).at(-1)).toMatchObject({
      to: ADA.email,
      subject: expect.stringContaining('email address'),
    })

    const code = await obtainCode(server, 'new@example.com')
    expect((await call('POST', UPDATE, { ...ADA, password: NEW })).status).toBe(200)
    expect((await verifyOtp(server, ADA.email, code)).status).toBe(401)
  })
})

onPostgres(({ it }) => {
  it('keeps a stored name that could not be typed today', async ({ server, call }) => {
    const stored = { ...ADA, first_name: 'A\nda' }
    await server.database.db.updateTable('users').set({ first_name: stored.first_name }).execute()
    expect((await call('POST', UPDATE, { ...stored, last_name: 'New' })).status).toBe(200)
    expect((await call('GET', GET)).body.data).toMatchObject({ first_name: 'A\nda', last_name: 'New' })
    expect((await call('POST', UPDATE, { ...stored, first_name: 'A\nde' })).status).toBe(422)
  })

  it('accepts five changes of the email address in a day', async ({ server }) => {
    const change = async (count: number) =>
      (
        await (
          await asAdmin(server, { ...server.admin, email })
        )('POST', UPDATE, { ...ADA, email: `ada${count}@example.com` })
      ).status
    let { email } = server.admin
    for (let count = 0; count < 5; count += 1) {
      expect(await change(count)).toBe(200)
      email = `ada${count}@example.com`
    }
    expect(await change(5)).toBe(429)
    const sameAddress = await asAdmin(server, { ...server.admin, email })
    expect((await sameAddress('POST', UPDATE, { ...ADA, email, first_name: 'Adele' })).status).toBe(200)
    server.advance(DAY)
    expect(await change(5)).toBe(200)
    expect(await server.sendDueMails()).toHaveLength(6)
  })

  it('gives an email address to one of many concurrent requests', async ({ server }) => {
    const admins = await Promise.all(
      Array.from({ length: 10 }, (_, index) => server.addAdmin({ email: `admin${index}@example.com` })),
    )
    const calls = await Promise.all(
      admins.map((admin, index) => asAdmin({ ...server, ...server.from(`192.0.2.${index}`) }, admin)),
    )
    const responses = await Promise.all(
      calls.map((call, index) =>
        call('POST', UPDATE, { ...ADA, email: index % 2 ? 'Wanted@example.com' : 'wanted@EXAMPLE.com' }),
      ),
    )
    const counts = Object.groupBy(responses, ({ status }) => status)
    expect({ ok: counts[200]?.length, taken: counts[409]?.length }).toEqual({ ok: 1, taken: 9 })
  })

  it('changes nothing in a session that a new password ends in the meantime', async ({ server }) => {
    const { database, admin } = server
    const call = await asAdmin(server)
    const passwordHash = await createPasswordHasher().hash(NEW)
    const { update } = await database.transaction(async (trx) => {
      await changePassword(trx, { userId: admin.id, passwordHash })
      // The thief's session is valid until this transaction ends, so the change must wait for it.
      const response = call('POST', UPDATE, { ...ADA, first_name: 'Thief', password: 'the password of a thief' })
      await Promise.race([response, untilLockIsAwaited(server)])
      return { update: response }
    })
    expect((await update).status).toBe(401)
    expect((await login(server, { email: ADA.email, password: NEW })).status).toBe(200)
    const { first_name } = await database.db.selectFrom('users').select('first_name').executeTakeFirstOrThrow()
    expect(first_name).toBe('Ada')
  })
})
