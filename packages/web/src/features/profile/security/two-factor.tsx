import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { twoFactorQuery } from '#data/security.queries.ts'
import { useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { download } from '#platform/download.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { focusElement, Notice } from '#ui/feedback/notice.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { SecurityPanel } from './security-panel.tsx'
import { TwoFactorOn } from './two-factor-on.tsx'
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
