import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { TOTP } from 'otpauth'
import { describe, expect } from 'vitest'
import { MINUTE } from '#server/domain/time.ts'
import { anonymous, asAdmin, type Call, type CallResponse, login, withToken } from '#server/testing/call.ts'
import { databaseDigest } from '#server/testing/database/database-digest.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { addPasskey, createPasskeyDevice, type PasskeyDevice } from '#server/testing/passkey-device.ts'
import { obtainResetToken, resetPassword } from '#server/testing/password-reset.ts'
import type { TestServer } from '#server/testing/start.ts'

const PASSKEYS = '/api/admin/passkeys'
const TOKEN = { name: 'CI', scopes: ['read'], expires_in_days: 1 }
const NEW_PASSWORD = 'another good passphrase'

const startSignIn = async (server: TestServer) =>
  (await anonymous(server)<Schemas['PasskeyRequest']>('GET', `${PASSKEYS}/sign-in`)).body.data
const startConfirmation = async (call: Call) =>
  (await call<Schemas['PasskeyRequest']>('GET', `${PASSKEYS}/confirm`)).body.data
const startAdding = async (call: Call) =>
  (await call<Schemas['PasskeyCreation']>('GET', `${PASSKEYS}/options`)).body.data

const signIn = async (server: TestServer, assertion: object) =>
  anonymous(server)<{ token: string }>('POST', `${PASSKEYS}/sign-in`, assertion)
const confirm = async (call: Call, passkey: object) => call('POST', '/api/admin/confirm-identity', { passkey })
const add = async (call: Call, attestation: object) => call<Schemas['Passkey']>('POST', PASSKEYS, attestation)
const list = async (call: Call) => (await call<Schemas['Passkeys']>('GET', PASSKEYS)).body.data

async function turnOnTwoFactor(call: Call, server: TestServer): Promise<void> {
  const { secret } = (await call<Schemas['TwoFactorSecret']>('POST', '/api/admin/two-factor')).body.data
  const code = new TOTP({ secret }).generate({ timestamp: server.clock().getTime() })
  expect((await call('POST', '/api/admin/two-factor/confirm', { code })).status).toBe(200)
}

async function eventsOf(server: TestServer, name: string): Promise<(string | null)[]> {
  const query = server.database.db.selectFrom('audit_events').select('detail').where('event', '=', name)
  return (await query.execute()).map(({ detail }) => detail)
}

onEachEngine(({ it: base, start }) => {
  const it = base.extend('device', ({ call }) => addPasskey(call))

  describe('a passkey', () => {
    it('signs in instead of password and code, and confirms the identity by that', async ({ server, call, device }) => {
      await turnOnTwoFactor(call, server)
      expect(await list(call)).toMatchObject({ passkeys: [{ last_used_at: null }], has_password: true })
      server.advance(20 * MINUTE)

      const { status, body } = await signIn(server, device.assert(await startSignIn(server)))
      expect(status).toBe(200)
      const signedIn = withToken(server, body.data.token)
      expect((await signedIn('POST', '/api/admin/tokens', TOKEN)).status).toBe(200)
      expect(await list(signedIn)).toMatchObject({ passkeys: [{ last_used_at: server.clock().toISOString() }] })
      expect(await eventsOf(server, 'sign_in.succeeded')).toEqual([null, 'passkey'])
    })

    it('confirms the identity after ten minutes', async ({ server, call, device }) => {
      server.advance(10 * MINUTE)
      expect((await call('POST', '/api/admin/tokens', TOKEN)).status).toBe(403)
      expect((await confirm(call, device.assert(await startConfirmation(call)))).status).toBe(200)
      expect((await call('POST', '/api/admin/tokens', TOKEN)).status).toBe(200)
    })

    it('confirms the identity without the user handle, which devices may leave out where they are named', async ({
      server,
      call,
      device,
    }) => {
      const withoutHandle = (request: Schemas['PasskeyRequest']) => ({
        ...device.assert(request),
        userHandle: undefined,
      })
      expect((await confirm(call, withoutHandle(await startConfirmation(call)))).status).toBe(200)
      expect((await signIn(server, withoutHandle(await startSignIn(server)))).status).toBe(401)
    })

    it('is named by its device, and the owner gets a mail when one is added or removed', async ({ server, call }) => {
      const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
      const attestation = createPasskeyDevice().attest(await startAdding(call))
      const added = await call<Schemas['Passkey']>('POST', PASSKEYS, attestation, { 'User-Agent': userAgent })
      expect(added.body.data).toMatchObject({ name: 'Firefox on Linux' })
      expect((await call('DELETE', `${PASSKEYS}/${added.body.data.id}`)).status).toBe(200)
      expect(await list(call)).toMatchObject({ passkeys: [] })
      const mails = (await server.sendDueMails()).map(({ to, text }) => `${to} ${text}`)
      expect(mails).toHaveLength(2)
      expect(mails).toContainEqual(expect.stringMatching(/^admin@example\.com [^]*A passkey was added\./))
      expect(mails).toContainEqual(expect.stringMatching(/^admin@example\.com [^]*A passkey was removed\./))
      expect(await eventsOf(server, 'passkey.added')).toEqual(['Firefox on Linux'])
      expect(await eventsOf(server, 'passkey.removed')).toEqual(['Firefox on Linux'])
    })

    it('is added without a look at the statement about its device, whose certificates name addresses to fetch', async ({
      call,
    }) => {
      const attestation = createPasskeyDevice().attest(await startAdding(call))
      const object = Buffer.from(attestation.attestationObject, 'base64url').toString('latin1')
      const attestationObject = Buffer.from(object.replace('\x64none', '\x6bandroid-key'), 'latin1').toString(
        'base64url',
      )
      expect((await add(call, { ...attestation, attestationObject })).status).toBe(200)
    })

    it('is one of at most ten, each on a device of its own', async ({ call }) => {
      const attestation = createPasskeyDevice().attest(await startAdding(call))
      expect((await add(call, attestation)).status).toBe(200)
      const again = { ...attestation, clientDataJSON: attestationFor(await startAdding(call)) }
      expect((await add(call, again)).status).toBe(409)
      const late = await startAdding(call)
      for (let count = 1; count < 10; count += 1) await addPasskey(call)
      expect((await add(call, createPasskeyDevice().attest(late))).status).toBe(409)
      expect((await call('GET', `${PASSKEYS}/options`)).status).toBe(409)
      expect((await list(call)).passkeys).toHaveLength(10)
    })

    it('belongs to the origin and domain of RAPPORT_PUBLIC_URL, where that is set', async () => {
      const origin = 'https://console.example.com'
      await using server = await start({ publicOrigin: origin })
      const call = await asAdmin(server)
      const options = await startAdding(call)
      expect(options.rp.id).toBe('console.example.com')
      const device = createPasskeyDevice()
      expect((await add(call, device.attest(options))).status).toBe(422)
      expect((await add(call, device.attest(options, { origin }))).status).toBe(200)
      const request = await startSignIn(server)
      expect((await signIn(server, device.assert(request))).status).toBe(401)
      expect((await signIn(server, device.assert(request, { origin: `${origin}:8443` }))).status).toBe(401)
      expect((await signIn(server, device.assert(request, { origin }))).status).toBe(200)
    })
  })

  describe('the password', () => {
    it('can be turned off with two passkeys and recovery codes, and a new one turns it on', async ({
      server,
      call,
      device,
    }) => {
      const turnOff = async () => (await call('DELETE', '/api/admin/password')).status
      expect(await turnOff()).toBe(409)
      await addPasskey(call)
      expect(await turnOff()).toBe(409)
      await turnOnTwoFactor(call, server)
      const other = withToken(server, (await signIn(server, device.assert(await startSignIn(server)))).body.data.token)
      expect(await turnOff()).toBe(200)
      expect(await turnOff()).toBe(409)

      expect((await other('GET', PASSKEYS)).status).toBe(401)
      expect((await login(server, server.admin)).status).toBe(401)
      const { passkeys, has_password } = await list(call)
      expect(has_password).toBe(false)
      expect((await call('DELETE', `${PASSKEYS}/${passkeys[0]?.id}`)).status).toBe(409)
      expect((await call('DELETE', '/api/admin/two-factor')).status).toBe(409)
      expect((await signIn(server, device.assert(await startSignIn(server)))).status).toBe(200)
      const mails = await server.sendDueMails()
      expect(mails.map(({ text }) => text)).toContainEqual(
        expect.stringContaining('Signing in with a password was turned off.'),
      )

      expect((await resetPassword(server, await obtainResetToken(server), NEW_PASSWORD)).status).toBe(200)
      expect((await login(server, { ...server.admin, password: NEW_PASSWORD })).status).toBe(202)
    })
  })

  describe('of attacks, none gets through', () => {
    const signInWith =
      (lies: Parameters<PasskeyDevice['assert']>[1]): Attack =>
      async ({ server, device }) => [await signIn(server, device.assert(await startSignIn(server), lies))]
    const addWith =
      (lies: Parameters<PasskeyDevice['attest']>[1]): Attack =>
      async ({ call }) => [await add(call, createPasskeyDevice().attest(await startAdding(call), lies))]

    it.each<[string, Attack]>([
      ['a sign-in at another origin', signInWith({ origin: 'https://rapport.example' })],
      ['a sign-in at an origin that begins alike', signInWith({ origin: 'http://localhost:4000.rapport.example' })],
      ['a new passkey from another origin', addWith({ origin: 'https://localhost:4000' })],
      ['a sign-in for another RP id', signInWith({ rpId: 'rapport.example' })],
      ['a new passkey for another RP id', addWith({ rpId: 'rapport.example' })],
      ['a sign-in without user verification', signInWith({ isVerified: false })],
      ['a new passkey without user verification', addWith({ isVerified: false })],
      [
        'a challenge that nobody gave',
        signInWith({ challenge: Buffer.from('x.4102444800000.x').toString('base64url') }),
      ],
      [
        'a challenge after five minutes',
        async ({ server, call, device }) => {
          const [request, creation] = [await startSignIn(server), await startAdding(call)]
          server.advance(5 * MINUTE)
          return [await signIn(server, device.assert(request)), await add(call, createPasskeyDevice().attest(creation))]
        },
      ],
      [
        'a replayed challenge',
        async ({ server, call, device }) => {
          const [request, creation, confirmation] = [
            await startSignIn(server),
            await startAdding(call),
            await startConfirmation(call),
          ]
          const assertion = device.assert(request)
          await signIn(server, assertion)
          await add(call, createPasskeyDevice().attest(creation))
          await confirm(call, device.assert(confirmation))
          return [
            await signIn(server, assertion),
            await signIn(server, device.assert(request)),
            await signIn(server, device.assert(request, { challenge: `${request.challenge}=` })),
            await add(call, createPasskeyDevice().attest(creation)),
            await confirm(call, device.assert(confirmation)),
          ]
        },
      ],
      [
        "another account's challenge, and another session's",
        async ({ server, call, device }) => {
          const others = [
            await asAdmin(server, await server.addAdmin({ email: 'other@example.com' })),
            await asAdmin(server),
          ]
          return Promise.all(
            others.flatMap((other) => [
              startAdding(other).then((options) => add(call, createPasskeyDevice().attest(options))),
              startConfirmation(other).then((options) => confirm(call, device.assert(options))),
            ]),
          )
        },
      ],
      [
        "another account's passkey to confirm the identity",
        async ({ server, device }) => {
          const other = await asAdmin(server, await server.addAdmin({ email: 'other@example.com' }))
          return [await confirm(other, device.assert(await startConfirmation(other)))]
        },
      ],
      [
        'a challenge for confirming or adding used to sign in, and the reverse',
        async ({ server, call, device }) => [
          await signIn(server, device.assert(await startConfirmation(call))),
          await signIn(
            server,
            device.assert({ ...(await startAdding(call)), rpId: 'localhost', userVerification: 'required' }),
          ),
          await confirm(call, device.assert(await startSignIn(server))),
          await add(
            call,
            createPasskeyDevice().attest({ ...(await startAdding(call)), ...(await startConfirmation(call)) }),
          ),
        ],
      ],
      [
        'a counter that runs back or stands still',
        async ({ server, device }) => {
          await signIn(server, device.assert(await startSignIn(server), { counter: 7 }))
          return [
            await signIn(server, device.assert(await startSignIn(server), { counter: 7 })),
            await signIn(server, device.assert(await startSignIn(server), { counter: 6 })),
            await signIn(server, device.assert(await startSignIn(server), { counter: 0 })),
          ]
        },
      ],
      [
        'the passkey of a suspended and of a deleted admin, even once reactivated or restored',
        async ({ server, call }) => {
          const { id, ...other } = await server.addAdmin({ email: 'other@example.com' })
          const attempts: CallResponse[] = []
          const attempt = async (device: PasskeyDevice) =>
            attempts.push(await signIn(server, device.assert(await startSignIn(server))))
          const setStatus = async (action: string) => call('POST', '/api/admin/users/status', { action, ids: [id] })
          const setElsewhere = async (status: string) =>
            server.database.db.updateTable('users').set({ status }).where('id', '=', id).execute()

          const device = await addPasskey(await asAdmin(server, other))
          await setElsewhere('suspended')
          await attempt(device)
          await setElsewhere('active')
          expect((await setStatus('suspend')).status).toBe(200)
          await attempt(device)
          expect((await setStatus('reactivate')).status).toBe(200)
          await attempt(device)

          const newDevice = await addPasskey(await asAdmin(server, other))
          await call('DELETE', `/api/admin/users/${id}`)
          await attempt(newDevice)
          const { items } = (await call<Schemas['TrashPage']>('GET', '/api/admin/trash')).body.data
          expect((await call('POST', '/api/admin/trash/restore', { ids: [items[0]?.id] })).status).toBe(200)
          await attempt(newDevice)
          return attempts
        },
      ],
      [
        'a new passkey without a recently confirmed identity',
        async ({ server, call }) => {
          const options = await startAdding(call)
          server.advance(4 * MINUTE)
          const later = await startAdding(call)
          server.advance(6 * MINUTE)
          return [
            await call('GET', `${PASSKEYS}/options`),
            await add(call, createPasskeyDevice().attest(options)),
            await add(call, createPasskeyDevice().attest(later)),
            await call('DELETE', `${PASSKEYS}/1`),
            await call('DELETE', '/api/admin/password'),
          ]
        },
      ],
      [
        'oversized and malformed CBOR',
        async ({ call }) => {
          const objects = [
            Buffer.from('a3', 'hex'),
            Buffer.from('bf'.repeat(6000), 'hex'),
            Buffer.alloc(6000, 0x81),
            Buffer.from('a163666d74'.repeat(1000), 'hex'),
            Buffer.from('9bffffffffffffffff', 'hex'),
            Buffer.from('5bffffffffffffffff', 'hex'),
            Buffer.alloc(7000),
          ]
          const responses: CallResponse[] = []
          for (const attestationObject of objects)
            responses.push(...(await addWith({ attestationObject })({ call } as Scene)))
          return responses
        },
      ],
      [
        'a removed passkey',
        async ({ server, call, device }) => {
          const request = await startSignIn(server)
          const { passkeys } = await list(call)
          await call('DELETE', `${PASSKEYS}/${passkeys[0]?.id}`)
          return [await signIn(server, device.assert(request))]
        },
      ],
      [
        'a signature by another key',
        async ({ server, call, device }) => {
          const assertion = device.assert(await startSignIn(server))
          const stranger = createPasskeyDevice()
          stranger.attest(await startAdding(call))
          const { signature, userHandle } = stranger.assert(await startSignIn(server))
          return [
            await signIn(server, { ...assertion, signature }),
            await signIn(server, { ...assertion, userHandle: 'x' }),
            await signIn(server, { ...stranger.assert(await startSignIn(server)), userHandle }),
          ]
        },
      ],
    ])('%s', async (_, attack) => {
      await using server = await start()
      const call = await asAdmin(server)
      const device = await addPasskey(call)
      const responses = await attack({ server, call, device })
      expect(responses.length).toBeGreaterThan(0)
      for (const { status, body } of responses) {
        expect(status).toBeOneOf([400, 401, 403, 422])
        expect(body.data).toBeNull()
      }
    })

    it('1,000 pending challenges, which take no room and keep nobody out', async ({ server, device }) => {
      const request = await startSignIn(server)
      const before = await databaseDigest(server.database)
      const challenges = new Set<string>()
      for (let count = 0; count < 1000; count += 1) challenges.add((await startSignIn(server)).challenge)
      expect(challenges.size).toBe(1000)
      expect(await databaseDigest(server.database)).toBe(before)
      expect((await signIn(server, device.assert(request))).status).toBe(200)
    })

    it('50 refused passkeys, of which an IP block writes 20 to the audit log', async ({ server, device }) => {
      const assertion = device.assert(await startSignIn(server), { isVerified: false })
      const statuses = new Set<number>()
      for (let count = 0; count < 50; count += 1) statuses.add((await signIn(server, assertion)).status)
      expect([...statuses]).toEqual([401, 429])
      expect(await eventsOf(server, 'passkey.refused')).toHaveLength(20)
      expect((await signIn(server, device.assert(await startSignIn(server)))).status).toBe(200)
    })

    it('one challenge, or one count, used many times at once, of which one succeeds', async ({ server, device }) => {
      const request = await startSignIn(server)
      const requests = await Promise.all(Array.from({ length: 5 }, () => startSignIn(server)))
      const sameChallenge = requests.map(() => device.assert(request, { counter: 0 }))
      for (const assertions of [sameChallenge, requests.map((each) => device.assert(each, { counter: 9 }))]) {
        const responses = await Promise.all(assertions.map((assertion) => signIn(server, assertion)))
        expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      }
    })
  })

  it('the response does not tell which accounts have passkeys', async ({ server, call }) => {
    const before = await startSignIn(server)
    await addPasskey(call)
    const after = await startSignIn(server)
    expect(Object.keys(after)).toEqual(['challenge', 'timeout', 'rpId', 'userVerification'])
    expect({ ...after, challenge: '' }).toEqual({ ...before, challenge: '' })
  })
})

interface Scene {
  server: TestServer
  call: Call
  device: PasskeyDevice
}

/** Returns the responses, all of which must be refusals. */
type Attack = (scene: Scene) => Promise<CallResponse[]>

const attestationFor = ({ challenge }: Schemas['PasskeyCreation']) =>
  Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: 'http://localhost' })).toString('base64url')
