import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService, WebAuthnError } from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { signWithPasskey } from '#data/passkeys.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/primitives/button.tsx'

/** A challenge is valid for five minutes. */
const RENEW_EVERY_MS = 4 * 60_000

/** Offers passkeys in the autofill of the email field or, in a browser without that, by a button. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [hasAutofill, setHasAutofill] = useState<boolean>()
  const [error, setError] = useState<unknown>()

  async function signIn(useBrowserAutofill: boolean): Promise<void> {
    let assertion: Schemas['PasskeyAssertion']
    try {
      assertion = await signWithPasskey(await fetchOptions(), useBrowserAutofill)
    } catch (cause) {
      // Autofill offers without being asked. A `WebAuthnError` says that nobody has chosen a passkey.
      if (!useBrowserAutofill && !(cause instanceof WebAuthnError)) setError(cause)
      return
    }
    try {
      await (await import('./sign-in.mutations.ts')).signInWithPasskey(assertion)
      onSignedIn()
    } catch (cause) {
      setError(cause)
      if (useBrowserAutofill) void signIn(true)
    }
  }

  const offer = useEffectEvent(() => void signIn(true))
  useEffect(() => void browserSupportsWebAuthnAutofill().then(setHasAutofill), [])
  useEffect(() => {
    if (!hasAutofill) return undefined
    offer()
    const renewal = setInterval(offer, RENEW_EVERY_MS)
    return () => {
      clearInterval(renewal)
      WebAuthnAbortService.cancelCeremony()
    }
  }, [hasAutofill])

  return (
    <>
      {error !== undefined && <Notice tone="error">{errorText('signInWithPasskey', error)}</Notice>}
      {hasAutofill === false && (
        <Button size="large" onClick={() => void signIn(false)}>
          Sign in with a passkey
        </Button>
      )}
    </>
  )
}

/** Fetches without the API client, which is too large for the first page. */
async function fetchOptions(): Promise<Schemas['PasskeyRequest']> {
  const response = await fetch(new Request('/api/admin/passkeys/sign-in'))
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`)
  const { data }: { data: Schemas['PasskeyRequest'] } = await response.json()
  return data
}
