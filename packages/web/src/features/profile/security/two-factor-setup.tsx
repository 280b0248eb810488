import { TOTP_DIGITS } from '@rapport/core/auth/sign-in.ts'
import { useEffect, useMemo } from 'react'
import { useController } from 'react-hook-form'
import { renderSVG } from 'uqr'
import { client } from '#data/api.ts'
import type { TwoFactorSecret } from '#data/security.queries.ts'
import { useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { SaveForm } from '#forms/save-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { useIsTouch } from '#platform/use-media.ts'
import { CodeField } from '#ui/fields/code-field.tsx'
import { useObjectUrl } from '#ui/images/use-object-url.ts'
import { Button, ButtonLink } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import styles from './two-factor.module.css'

interface Props extends TwoFactorSecret {
  onEnabled: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** The secret for an authenticator app, and the field for the first code, which enables two-factor authentication. */
export function TwoFactorSetup({ secret, uri, onEnabled, onCancel }: Props) {
  const withConfirmedIdentity = useIdentityConfirmation()
  // A phone cannot scan the QR code on its own screen.
  const isTouch = useIsTouch()
  const hasLink = isTouch && uri.startsWith('otpauth://')
  const { form, state } = useSaveForm({
    values: { code: '' },
    save: (body: { code: string }) =>
      withConfirmedIdentity('turn on two-factor authentication', () => client.call('confirmTwoFactor', { body })),
    operation: 'confirmTwoFactor',
    onSaved: ({ recovery_codes: codes }) => onEnabled(codes),
  })
  const { field, fieldState } = useController({
    control: form.control,
    name: 'code',
    rules: { validate: (code) => code.length === TOTP_DIGITS || 'Please enter the six digits that the app shows.' },
  })
  const isComplete = field.value.length === TOTP_DIGITS
  useEffect(() => {
    // On touch screens the keyboard would cover the first step.
    if (!isTouch) form.setFocus('code')
  }, [form, isTouch])
  return (
    <SaveForm className="stack" label="Set up two-factor authentication" state={state}>
      <div className={styles['step']}>
        <h3>1. Add Rapport to your authenticator app</h3>
        <div className={styles['ways']}>
          {hasLink && <ButtonLink to={uri}>Open in the authenticator app</ButtonLink>}
          <p>{`${hasLink ? 'Or on another device, scan' : 'Scan'} the QR code, or type this key into the app:`}</p>
          <QrCode label="QR code for your authenticator app" text={uri} />
          <p className={styles['key']}>
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton label="Copy the key" text={secret}>
              Copy
            </CopyButton>
          </p>
        </div>
      </div>
      <div className={styles['step']}>
        <h3>2. Enter the code that the app shows</h3>
        <CodeField
          label="First code of the app"
          hideLabel
          length={TOTP_DIGITS}
          {...field}
          error={fieldState.error?.message}
        />
        <p className="note">Turning it on signs you out everywhere else, and shows your recovery codes.</p>
      </div>
      <footer className="buttons">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.isSaving} disabled={!isComplete}>
          Turn on
        </Button>
      </footer>
    </SaveForm>
  )
}

/** A QR code, dark on white in every theme, because some apps cannot read any other. */
function QrCode({ label, text }: { label: string; text: string }) {
  const svg = useMemo(() => new Blob([renderSVG(text, { border: 4 })], { type: 'image/svg+xml' }), [text])
  return <img ref={useObjectUrl(svg)} className={styles['qr']} alt={label} />
}
