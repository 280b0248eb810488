import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Call } from './call.ts'

/** What a device says or signs instead of the truth. */
interface Lies {
  challenge?: string
  origin?: string
  rpId?: string
  /** Whether the device says that it has verified the person. */
  isVerified?: boolean
  counter?: number
  /** Bytes in place of the attestation object. */
  attestationObject?: Buffer
}

export type PasskeyDevice = ReturnType<typeof createPasskeyDevice>

const ORIGIN = 'http://localhost:4000'
const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 }

/** Creates an authenticator in software with one ES256 key (WebAuthn, section 6), which signs whatever a test wants. */
export function createPasskeyDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let owner = ''
  let uses = 0

  /** Responds as `navigator.credentials.create`. */
  function attest(options: Schemas['PasskeyCreation'], lies: Lies = {}): Schemas['PasskeyAttestation'] {
    owner = options.user.id
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // A map of key type EC2, algorithm ES256, curve P-256, and the coordinates (RFC 9053, section 7.1.1).
    const coordinates = [hex('215820'), Buffer.from(x, 'base64url'), hex('225820'), Buffer.from(y, 'base64url')]
    const cose = Buffer.concat([hex('a5010203262001'), ...coordinates])
    const length = Buffer.from([0, id.length])
    const head = authenticatorData({ rpId: options.rp.id, counter: 0, ...lies }, FLAGS.hasCredential)
    const data = Buffer.concat([head, Buffer.alloc(16), length, id, cose])
    const attestation = [hex('a3'), text('fmt'), text('none'), text('attStmt'), hex('a0')]
    const object = Buffer.concat([...attestation, text('authData'), Buffer.from([0x58, data.length]), data])
    return {
      id: id.toString('base64url'),
      clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
      attestationObject: (lies.attestationObject ?? object).toString('base64url'),
    }
  }

  /** Responds as `navigator.credentials.get`. */
  function assert(options: Schemas['PasskeyRequest'], lies: Lies = {}): Schemas['PasskeyAssertion'] {
    uses += 1
    const data = authenticatorData({ rpId: options.rpId, counter: uses, ...lies })
    const client = clientData('webauthn.get', options.challenge, lies)
    const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
    return {
      id: id.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: owner,
    }
  }

  return { attest, assert }
}

/** Adds a passkey on a new device to the account of `call`. */
export async function addPasskey(call: Call): Promise<PasskeyDevice> {
  const device = createPasskeyDevice()
  const { data } = (await call<Schemas['PasskeyCreation']>('GET', '/api/admin/passkeys/options')).body
  const { status, body } = await call('POST', '/api/admin/passkeys', device.attest(data))
  if (status !== 200) throw new Error(body.message)
  return device
}

function authenticatorData(
  { rpId, counter, isVerified = true }: Lies & { rpId: string; counter: number },
  flags = 0,
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const byte = flags | FLAGS.present | (isVerified ? FLAGS.verified : 0)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([byte]), count])
}

function clientData(type: string, asked: string, { challenge = asked, origin = ORIGIN }: Lies): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

const hex = (digits: string) => Buffer.from(digits, 'hex')

/** Encodes a short text in CBOR. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
