import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { ConfirmDestructive } from '#ui/overlays/confirm-destructive.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import styles from './security.module.css'

interface Props {
  enabled_at?: string | null
  recovery_codes_left: number
  onRenewed: (codes: readonly string[]) => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** The panel of an account with two-factor authentication. */
export function TwoFactorOn({
  enabled_at: enabledAt,
  recovery_codes_left: codesLeft,
  onRenewed,
  fallbackFocus,
}: Props) {
  const client = useQueryClient()
  const withConfirmedIdentity = useIdentityConfirmation()
  const [question, setQuestion] = useState<'renew' | 'disable'>()
  const renew = useMutation({
    mutationFn: () => withConfirmedIdentity('replace your recovery codes', () => server.call('renewRecoveryCodes')),
    onSuccess: ({ recovery_codes: codes }) => onRenewed(codes),
  })
  const disable = useMutation({
    mutationFn: () =>
      withConfirmedIdentity('turn off two-factor authentication', () => server.call('disableTwoFactor')),
    onSuccess: () => {
      showSuccess('Two-factor authentication is off.')
      // Closes the dialog first, which returns the focus.
      setQuestion(undefined)
      void client.invalidateQueries({ queryKey: queryKeys.twoFactor })
    },
  })
  const close = () => {
    setQuestion(undefined)
    renew.reset()
    disable.reset()
  }
  return (
    <>
      <p>
        {enabledAt && (
          <>
            On since <Moment at={enabledAt} />.{' '}
          </>
        )}
        {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`}
      </p>
      <div className={styles['actions']}>
        <Button onClick={() => setQuestion('renew')}>New recovery codes</Button>
        <Button variant="quietDanger" onClick={() => setQuestion('disable')}>
          Turn off
        </Button>
      </div>
      <ConfirmDestructive
        open={question === 'renew'}
        title="Replace your recovery codes?"
        confirmLabel="Replace codes"
        busy={renew.isPending}
        error={renew.error}
        operation="renewRecoveryCodes"
        onConfirm={() => renew.mutate()}
        onCancel={close}
        fallbackFocus={fallbackFocus}
      >
        Your old codes stop working immediately.
      </ConfirmDestructive>
      <ConfirmDestructive
        open={question === 'disable'}
        title="Turn off two-factor authentication?"
        confirmLabel="Turn off"
        busy={disable.isPending}
        error={disable.error}
        operation="disableTwoFactor"
        onConfirm={() => disable.mutate()}
        onCancel={close}
        fallbackFocus={fallbackFocus}
      >
        Your password alone will be enough to sign in. Your recovery codes stop working.
      </ConfirmDestructive>
    </>
  )
}
