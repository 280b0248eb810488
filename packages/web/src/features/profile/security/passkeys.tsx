import { ApiError } from '@rapport/core/api/api-error.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { passkeysQuery, type Passkey } from '#data/security.queries.ts'
import { useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { canUsePasskeys } from '#platform/passkeys.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { Badge } from '#ui/primitives/badge.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { ConfirmCall, LastUsed, SecurityPanel, SecurityRow } from './security-panel.tsx'

/** The panel of the admin's passkeys, which can be added and removed, and of whether the password signs in too. */
export function Passkeys() {
  const client = useQueryClient()
  const withConfirmedIdentity = useIdentityConfirmation()
  const query = useQuery(passkeysQuery)
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey>()
  const [isTurningOff, setIsTurningOff] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const add = useMutation({
    mutationFn: async () => {
      const optionsJSON = await withConfirmedIdentity('add a passkey', () => server.call('startPasskey'))
      const { startRegistration } = await import('@simplewebauthn/browser')
      const { id, response } = await startRegistration({ optionsJSON })
      const { clientDataJSON, attestationObject } = response
      return server.call('addPasskey', { body: { id, clientDataJSON, attestationObject } })
    },
    onSuccess: () => showSuccess('The passkey was added.'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.passkeys }),
  })
  return (
    <SecurityPanel
      ref={panel}
      title="Passkeys"
      intro="Sign in with your fingerprint, face or PIN instead of password and code."
      badge={query.data?.has_password === false && <Badge tone="green">Password off</Badge>}
      action={
        canUsePasskeys() &&
        query.data && (
          <>
            <Button busy={add.isPending} onClick={() => add.mutate()}>
              Add a passkey
            </Button>
            {query.data.has_password && query.data.passkeys.length > 1 && (
              <Button variant="quietDanger" onClick={() => setIsTurningOff(true)}>
                Turn off password
              </Button>
            )}
          </>
        )
      }
      query={query}
      operation="listPasskeys"
    >
      {({ passkeys }) => (
        <>
          {add.error instanceof ApiError ? (
            <CallError operation="addPasskey" error={add.error} />
          ) : (
            add.error && <Notice tone="error">{deviceErrorText(add.error)}</Notice>
          )}
          {!canUsePasskeys() && <Unavailable />}
          {passkeys.length === 0 ? (
            <p>You have no passkeys.</p>
          ) : (
            <ul aria-label="Passkeys" className="divided">
              {passkeys.map((passkey) => (
                <SecurityRow
                  key={passkey.id}
                  name={passkey.name}
                  details={
                    <>
                      Added <Moment at={passkey.created_at} /> · <LastUsed at={passkey.last_used_at} />
                    </>
                  }
                >
                  <Button
                    variant="quietDanger"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => setPasskeyToRemove(passkey)}
                  >
                    Remove
                  </Button>
                </SecurityRow>
              ))}
            </ul>
          )}
          <ConfirmCall
            open={passkeyToRemove !== undefined}
            title="Remove this passkey?"
            confirmLabel="Remove passkey"
            operation="removePasskey"
            action={`remove the passkey ${passkeyToRemove?.name}`}
            call={() => server.call('removePasskey', { params: { id: String(passkeyToRemove?.id) } })}
            reloads={queryKeys.passkeys}
            onDone={() => showSuccess(`${passkeyToRemove?.name} was removed.`)}
            onClose={() => setPasskeyToRemove(undefined)}
            fallbackFocus={panel}
          >
            <strong>{passkeyToRemove?.name}</strong> will no longer sign you in. Delete it on the device too.
          </ConfirmCall>
          <ConfirmCall
            open={isTurningOff}
            title="Turn off your password?"
            confirmLabel="Turn off password"
            operation="disablePassword"
            action="turn off your password"
            call={() => server.call('disablePassword')}
            reloads={queryKeys.passkeys}
            onDone={() => {
              showSuccess('Only your passkeys sign in now.')
              void client.invalidateQueries({ queryKey: queryKeys.sessions })
            }}
            onClose={() => setIsTurningOff(false)}
            fallbackFocus={panel}
          >
            Only your passkeys will sign you in, and your other sessions end. A new password turns it on again.
          </ConfirmCall>
        </>
      )}
    </SecurityPanel>
  )
}

function deviceErrorText({ name, message }: Error): string {
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  return name === 'NotAllowedError' || name === 'AbortError' ? 'No passkey was added.' : message
}

function Unavailable() {
  if (!('PublicKeyCredential' in window)) return <p>Passkeys need HTTPS, and a browser that has them.</p>
  const { protocol, hostname, port, pathname } = window.location
  const url = `${protocol}//localhost${port && `:${port}`}${pathname}`
  return (
    <p>
      Browsers have no passkeys for an IP address.
      {(hostname.startsWith('127.') || hostname === '[::1]') && (
        <>
          {' '}
          Open <a href={url}>{url}</a> to add one.
        </>
      )}
    </p>
  )
}
