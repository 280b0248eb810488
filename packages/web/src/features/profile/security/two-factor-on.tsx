import { useState, type RefObject } from 'react'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { Button } from '#ui/primitives/button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { ConfirmCall } from './security-panel.tsx'
import styles from './security.module.css'

interface Props {
  enabled_at?: string | null
  recovery_codes_left: number
  onRenewed: (codes: readonly string[]) => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** The panel of an account with two-factor authentication. */
export function TwoFactorOn(props: Props) {
  const { enabled_at: enabledAt, recovery_codes_left: codesLeft, onRenewed, fallbackFocus } = props
  const [question, setQuestion] = useState<'renew' | 'disable'>()
  const dialog = { reloads: queryKeys.twoFactor, onClose: () => setQuestion(undefined), fallbackFocus }
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
      <ConfirmCall
        {...dialog}
        open={question === 'renew'}
        title="Replace your recovery codes?"
        confirmLabel="Replace codes"
        operation="renewRecoveryCodes"
        action="replace your recovery codes"
        call={() => server.call('renewRecoveryCodes')}
        onDone={({ recovery_codes: codes }) => onRenewed(codes)}
      >
        Your old codes stop working immediately.
      </ConfirmCall>
      <ConfirmCall
        {...dialog}
        open={question === 'disable'}
        title="Turn off two-factor authentication?"
        confirmLabel="Turn off"
        operation="disableTwoFactor"
        action="turn off two-factor authentication"
        call={() => server.call('disableTwoFactor')}
        onDone={() => showSuccess('Two-factor authentication is off.')}
      >
        Your password alone will be enough to sign in. Your recovery codes stop working.
      </ConfirmCall>
    </>
  )
}
