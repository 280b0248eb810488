import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { twoFactorQuery } from '#data/security.queries.ts'
import { useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { download } from '#platform/download.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { focusElement, Notice } from '#ui/feedback/notice.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { Badge } from '#ui/primitives/badge.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { ConfirmCall, SecurityPanel } from './security-panel.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'
import styles from './security.module.css'
import codeStyles from './two-factor.module.css'

/** The panel that sets up or disables two-factor authentication. */
export function TwoFactor() {
  const client = useQueryClient()
  const withConfirmedIdentity = useIdentityConfirmation()
  const query = useQuery(twoFactorQuery)
  const start = useMutation({
    mutationFn: () => withConfirmedIdentity('set up two-factor authentication', () => server.call('startTwoFactor')),
  })
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const panel = useRef<HTMLElement>(null)
  const focusPanel = () => panel.current?.focus()
  // New recovery codes mean that two-factor authentication is on, even before the query is reloaded.
  const isOn = recoveryCodes !== undefined || (query.data?.enabled ?? false)
  const wasOn = useRef(isOn)
  useEffect(() => {
    // The button that had the focus has disappeared.
    if (wasOn.current && !isOn) panel.current?.focus()
    wasOn.current = isOn
  }, [isOn])

  const isSettingUp = start.data !== undefined
  useEffect(() => {
    // The focus only scrolls to the field, not to the whole panel.
    if (isSettingUp) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isSettingUp])

  const showCodes = (codes: readonly string[]) => {
    setRecoveryCodes(codes)
    void client.invalidateQueries({ queryKey: queryKeys.twoFactor })
  }
  return (
    <SecurityPanel
      ref={panel}
      title="Two-factor authentication"
      intro="Signing in also asks for a code from your phone, so that a stolen password is not enough."
      badge={
        query.data && (
          <Badge tone={isOn ? 'green' : 'neutral'} shape={isOn ? 'dot' : 'ring'}>
            {isOn ? 'On' : 'Off'}
          </Badge>
        )
      }
      query={query}
      operation="getTwoFactor"
    >
      {(twoFactor) => {
        if (recoveryCodes) {
          return (
            <RecoveryCodes
              codes={recoveryCodes}
              onSaved={() => {
                setRecoveryCodes(undefined)
                focusPanel()
              }}
            />
          )
        }
        if (start.data) {
          return (
            <TwoFactorSetup
              {...start.data}
              onEnabled={(codes) => {
                start.reset()
                showCodes(codes)
                // The server ends sessions that began without two-factor authentication.
                void client.invalidateQueries({ queryKey: queryKeys.sessions })
              }}
              onCancel={() => {
                start.reset()
                focusPanel()
              }}
            />
          )
        }
        if (twoFactor.enabled) return <TwoFactorOn {...twoFactor} onRenewed={showCodes} fallbackFocus={panel} />
        return (
          <>
            <CallError operation="startTwoFactor" error={start.error} />
            <p>You need an authenticator app on your phone, such as Aegis, 1Password or Google Authenticator.</p>
            <div className={styles['actions']}>
              <Button busy={start.isPending} onClick={() => start.mutate()}>
                Set up
              </Button>
            </div>
          </>
        )
      }}
    </SecurityPanel>
  )
}

interface OnProps {
  enabled_at?: string | null
  recovery_codes_left: number
  onRenewed: (codes: readonly string[]) => void
  fallbackFocus: RefObject<HTMLElement | null>
}

/** The panel of an account with two-factor authentication. */
function TwoFactorOn(props: OnProps) {
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

interface Props {
  codes: readonly string[]
  onSaved: () => void
}

/** Recovery codes, which the server sends only once. */
function RecoveryCodes({ codes, onSaved }: Props) {
  const text = codes.join('\n')
  return (
    <>
      <Notice tone="warning" ref={focusElement}>
        Two-factor authentication is on. Save these codes now: you won’t see them again. Each works once.
      </Notice>
      <ol className={`${codeStyles['codes']} prints-alone`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="cluster">
        <CopyButton label="Copy the codes" text={text}>
          Copy
        </CopyButton>
        <Button
          icon={<Download />}
          onClick={() => download('rapport-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="primary" className={codeStyles['saved']} onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </>
  )
}
