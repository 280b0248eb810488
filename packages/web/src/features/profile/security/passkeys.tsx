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
import { ConfirmDestructive } from '#ui/overlays/confirm-destructive.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { SecurityPanel } from './security-panel.tsx'
import styles from './security.module.css'

/** The panel of the admin's passkeys, which can be added and removed, and of whether the password signs in too. */
export function Passkeys() {
  const client = useQueryClient()
  const withConfirmedIdentity = useIdentityConfirmation()
  const query = useQuery(passkeysQuery)
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey>()
  const [isTurningOff, setIsTurningOff] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.passkeys })

  const add = useMutation({
    mutationFn: async () => {
      const options = await withConfirmedIdentity('add a passkey', () => server.call('startPasskey'))
      const { createPasskey } = await import('./create-passkey.ts')
      return server.call('addPasskey', { body: await createPasskey(options) })
    },
    onSuccess: () => showSuccess('The passkey was added.'),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async ({ id, name }: Passkey) =>
      withConfirmedIdentity(`remove the passkey ${name}`, () =>
        server.call('removePasskey', { params: { id: String(id) } }),
      ),
    onSuccess: (_, { name }) => {
      showSuccess(`${name} was removed.`)
      setPasskeyToRemove(undefined)
    },
    onSettled,
  })
  const turnOff = useMutation({
    mutationFn: () => withConfirmedIdentity('turn off your password', () => server.call('disablePassword')),
    onSuccess: () => {
      showSuccess('Only your passkeys sign in now.')
      setIsTurningOff(false)
      void client.invalidateQueries({ queryKey: queryKeys.sessions })
    },
    onSettled,
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
          {!canUsePasskeys() && <p>{unavailableText()}</p>}
          {passkeys.length === 0 ? (
            <p className={styles['quiet']}>You have no passkeys.</p>
          ) : (
            <ul aria-label="Passkeys">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setPasskeyToRemove(passkey)} />
              ))}
            </ul>
          )}
          <ConfirmDestructive
            open={passkeyToRemove !== undefined}
            title="Remove this passkey?"
            confirmLabel="Remove passkey"
            busy={remove.isPending}
            error={remove.error}
            operation="removePasskey"
            onConfirm={() => passkeyToRemove && remove.mutate(passkeyToRemove)}
            onCancel={() => {
              setPasskeyToRemove(undefined)
              remove.reset()
            }}
            fallbackFocus={panel}
          >
            <strong>{passkeyToRemove?.name}</strong> will no longer sign you in. Delete it on the device too.
          </ConfirmDestructive>
          <ConfirmDestructive
            open={isTurningOff}
            title="Turn off your password?"
            confirmLabel="Turn off password"
            busy={turnOff.isPending}
            error={turnOff.error}
            operation="disablePassword"
            onConfirm={() => turnOff.mutate()}
            onCancel={() => {
              setIsTurningOff(false)
              turnOff.reset()
            }}
            fallbackFocus={panel}
          >
            Only your passkeys will sign you in, and your other sessions end. A new password turns it on again.
          </ConfirmDestructive>
        </>
      )}
    </SecurityPanel>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at: createdAt, last_used_at: lastUsedAt } = passkey
  return (
    <li className={styles['row']}>
      <div className={styles['record']}>
        <p className={styles['name']}>{name}</p>
        <p className={styles['details']}>
          <span>
            Added <Moment at={createdAt} />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                Last used <Moment at={lastUsedAt} />
              </>
            ) : (
              'Never used'
            )}
          </span>
        </p>
      </div>
      <Button variant="quietDanger" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

function deviceErrorText({ name, message }: Error): string {
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  return name === 'NotAllowedError' || name === 'AbortError' ? 'No passkey was added.' : message
}

function unavailableText(): string {
  if (!('PublicKeyCredential' in window)) return 'Passkeys need HTTPS, and a browser that has them.'
  const { protocol, hostname, port, pathname } = window.location
  const isThisMachine = hostname.startsWith('127.') || hostname === '[::1]'
  const remedy = isThisMachine && ` Open ${protocol}//localhost${port && `:${port}`}${pathname} to add one.`
  return `Browsers have no passkeys for an IP address.${remedy || ''}`
}
