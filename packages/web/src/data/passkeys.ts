import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { startAuthentication } from '@simplewebauthn/browser'

/** Lets the device sign with a passkey. Rejects with a `WebAuthnError` if nobody chooses one. Of two calls the first is cancelled. */
export async function signWithPasskey(
  optionsJSON: Schemas['PasskeyRequest'],
  useBrowserAutofill = false,
): Promise<Schemas['PasskeyAssertion']> {
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill })
  const { userHandle, ...signed } = response
  return { id, ...signed, ...(userHandle !== undefined && { userHandle }) }
}
