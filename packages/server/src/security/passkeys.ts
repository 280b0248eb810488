import { hash, timingSafeEqual } from 'node:crypto'
import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Db } from '#server/db/client.ts'
import { CLOCK_SKEW_MS, MINUTE } from '#server/domain/time.ts'
import { type PasskeyOfAccount, recordUse, useChallenge } from './passkeys.repo.ts'
import type { ServerKey } from './server-key.ts'
import { hashToken, newToken } from './token.ts'

interface PasskeysDeps {
  key: ServerKey
  clock: () => Date
  /** Origin of the console; a console on this machine if omitted. */
  publicOrigin?: string | undefined
}

/** What a challenge is for. All but a sign-in are bound to a session by the digest of its token. */
type Purpose = readonly ['sign in'] | readonly ['add' | 'confirm', tokenHash: string]

/** A correct answer, which `consume` accepts once. */
interface PasskeyProof {
  challenge: string
  credentialId: string
  counter: number
}

const CHALLENGE_MS = 5 * MINUTE
/** Longer than a challenge is valid by any process's clock. */
const USED_CHALLENGE_MS = 2 * CHALLENGE_MS

/** WebAuthn has no RP id for an IP address, so 127.0.0.1 has no passkeys. */
const LOOPBACK_RP_ID = 'localhost'
/** Vite serves the console on a port of its own during development. */
const LOOPBACK_ORIGIN = /^http:\/\/localhost(?::\d+)?$/

/** Ed25519, ECDSA and RSA, each with SHA-256 (COSE). */
const ALGORITHMS = [-8, -7, -257]

/** Loads both modules at the first use of a passkey, since they would delay the start. */
async function loadWebAuthn() {
  const [verifiers, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...verifiers, ...helpers }
}

export type Passkeys = ReturnType<typeof createPasskeys>

/**
 * Checks passkeys (WebAuthn). Challenges are signed with the server's key and not stored, so that strangers cannot fill a table
 * with them. Only used ones are stored, so that none works twice.
 */
export function createPasskeys({ key, clock, publicOrigin }: PasskeysDeps) {
  const rpId = publicOrigin === undefined ? LOOPBACK_RP_ID : new URL(publicOrigin).hostname

  function signChallenge(purpose: Purpose, nonce: string, expiresAt: number): string {
    const mac = key.mac('passkey challenge', ...purpose, nonce, expiresAt)
    return Buffer.from([nonce, expiresAt, mac].join('.')).toString('base64url')
  }

  function newChallenge(purpose: Purpose) {
    const challenge = signChallenge(purpose, newToken(), clock().getTime() + CHALLENGE_MS)
    return { challenge, timeout: CHALLENGE_MS }
  }

  function isValidChallenge(challenge: string, purpose: Purpose): boolean {
    const [nonce = '', expiry] = Buffer.from(challenge, 'base64url').toString().split('.')
    const [expiresAt, now] = [Number(expiry), clock().getTime()]
    // The texts, since the same bytes in another spelling would not be found among the used ones.
    const signed = Buffer.from(challenge)
    const expected = Buffer.from(signChallenge(purpose, nonce, expiresAt))
    const isOurs = signed.length === expected.length && timingSafeEqual(signed, expected)
    return isOurs && expiresAt > now && expiresAt <= now + CHALLENGE_MS + CLOCK_SKEW_MS
  }

  /** Returns the options of a device that signs in, or of those of an account that confirm its identity. */
  function requestOptions(purpose: Purpose, credentialIds?: readonly string[]): Schemas['PasskeyRequest'] {
    const allowed = credentialIds && { allowCredentials: credentialIds.map(toDescriptor) }
    return { ...newChallenge(purpose), rpId, userVerification: 'required', ...allowed }
  }

  /** Returns the options of a device that makes a passkey, unless it has one of these. */
  function creationOptions(
    purpose: Purpose,
    owner: Owner,
    credentialIds: readonly string[],
  ): Schemas['PasskeyCreation'] {
    return {
      ...newChallenge(purpose),
      rp: { id: rpId, name: 'Rapport' },
      user: { id: userHandle(owner), name: owner.email, displayName: owner.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: credentialIds.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    }
  }

  /** Throws for a challenge that is not valid for this purpose. */
  function expectationsOf({ challenge, origin }: { challenge: string; origin: string }, purpose: Purpose) {
    if (!isValidChallenge(challenge, purpose)) throw new Error('The challenge is not valid.')
    const isOnThisMachine = publicOrigin === undefined && LOOPBACK_ORIGIN.test(origin)
    const expectedOrigin = isOnThisMachine ? origin : (publicOrigin ?? `http://${LOOPBACK_RP_ID}`)
    return { expectedChallenge: challenge, expectedOrigin, expectedRPID: rpId, requireUserVerification: true }
  }

  /** Returns what a device has signed, or undefined if it is malformed, not ours or not from a verified person. */
  async function verifyAssertion(
    { public_key, counter, ...account }: PasskeyOfAccount,
    { id, ...response }: Schemas['PasskeyAssertion'],
    purpose: Purpose,
  ): Promise<PasskeyProof | undefined> {
    const { decodeClientDataJSON, verifyAuthenticationResponse } = await loadWebAuthn()
    try {
      const expected = expectationsOf(decodeClientDataJSON(response.clientDataJSON), purpose)
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expected,
        response: { ...credentialOf(id), response },
        credential: { id, publicKey: Buffer.from(public_key, 'base64url'), counter },
      })
      // A device to which the credentials are named may leave it out (WebAuthn, section 7.2, step 6).
      const { userHandle: handle = purpose[0] === 'confirm' ? userHandle(account) : undefined } = response
      if (!verified || handle !== userHandle(account)) return undefined
      return { challenge: expected.expectedChallenge, credentialId: id, counter: authenticationInfo.newCounter }
    } catch {
      return undefined
    }
  }

  /** Returns a new passkey, or undefined if it is malformed, not ours or not from a verified person. */
  async function verifyAttestation({ id, ...response }: Schemas['PasskeyAttestation'], purpose: Purpose) {
    const { decodeAttestationObject, decodeClientDataJSON, isoBase64URL, isoCBOR, verifyRegistrationResponse } =
      await loadWebAuthn()
    try {
      // None was asked for, and checking one would fetch addresses that its certificates name.
      const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData')
      const parts = Object.entries({ fmt: 'none', attStmt: new Map<string, string>(), authData })
      const unattested = isoCBOR.encode(new Map(parts))
      const attestationObject = isoBase64URL.fromBuffer(unattested)
      const expected = expectationsOf(decodeClientDataJSON(response.clientDataJSON), purpose)
      const { registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        response: { ...credentialOf(id), response: { ...response, attestationObject } },
        supportedAlgorithmIDs: ALGORITHMS,
      })
      if (registrationInfo === undefined || registrationInfo.credential.id !== id) return undefined
      const { publicKey, counter } = registrationInfo.credential
      const public_key = Buffer.from(publicKey).toString('base64url')
      return { challenge: expected.expectedChallenge, credential_id: id, public_key, counter }
    } catch {
      return undefined
    }
  }

  /** Returns false if the challenge was used before. */
  async function consumeChallenge(trx: Db, challenge: string): Promise<boolean> {
    const now = clock().getTime()
    return useChallenge(trx, { challengeHash: hashToken(challenge), now, expiresAt: now + USED_CHALLENGE_MS })
  }

  /** Returns false if the challenge was used before, the passkey was removed, or its counter ran back, as that of a copy does. */
  async function consumeProof(trx: Db, { challenge, ...use }: PasskeyProof): Promise<boolean> {
    return (await consumeChallenge(trx, challenge)) && recordUse(trx, { ...use, now: clock().getTime() })
  }

  return { requestOptions, creationOptions, verifyAssertion, verifyAttestation, consumeChallenge, consumeProof }
}

interface Owner {
  id: number
  created_at: number
  email: string
  name: string
}

/** Returns the id that devices keep for an account, the same for each of its passkeys and in no other database. */
function userHandle({ id, created_at }: Pick<Owner, 'id' | 'created_at'>): string {
  return hash('sha256', `${id} ${created_at}`, 'base64url')
}

function toDescriptor(id: string) {
  return { id, type: 'public-key' as const }
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
}
