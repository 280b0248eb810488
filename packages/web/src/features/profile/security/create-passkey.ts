import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { startRegistration } from '@simplewebauthn/browser'

/** Lets the device make a passkey. Rejects with a `WebAuthnError` if nobody wants one, or the device has one. */
export async function createPasskey(optionsJSON: Schemas['PasskeyCreation']): Promise<Schemas['PasskeyAttestation']> {
  const { id, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}
