import { unwrap } from '@rapport/core/api/unwrap.ts'
import { CODE_LENGTH } from '@rapport/core/auth/password-reset.ts'
import { useEffect } from 'react'
import { useController } from 'react-hook-form'
import { api } from '#data/api.ts'
import { SaveForm } from '#forms/save-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import { useWithProof } from './confirm-identity.tsx'
import { QrCode } from './qr-code.tsx'
import type { TwoFactorSecret } from './security.queries.ts'
import styles from './two-factor.module.css'

interface Props extends TwoFactorSecret {
  onEnabled: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** Hands the secret to an authenticator app, and turns the second step on with the app's first code. */
export function TwoFactorSetup({ secret, uri, onEnabled, onCancel }: Props) {
  const withProof = useWithProof()
  const { form, state } = useSaveForm({
    values: { code: '' },
    save: (body: { code: string }) => withProof(() => unwrap(api.POST('/api/admin/two-factor/confirm', { body }))),
    messageKey: 'confirmTwoFactor',
    onSaved: ({ recovery_codes: codes }) => onEnabled(codes),
  })
  const { field, fieldState } = useController({
    control: form.control,
    name: 'code',
    rules: { validate: (code) => code.length === CODE_LENGTH || 'Please enter the six digits that the app shows.' },
  })
  useEffect(() => form.setFocus('code'), [form])
  return (
    <SaveForm className={styles['setup']} label="Set up the second step" state={state}>
      <QrCode label="QR code for your authenticator app" text={uri} />
      <div className={styles['steps']}>
        <p>Scan the QR code with your authenticator app, or type this key into it:</p>
        <p className={styles['key']}>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton label="Copy the key" text={secret} />
        </p>
        <CodeField label="First code of the app" length={CODE_LENGTH} {...field} error={fieldState.error?.message} />
        <p className={styles['note']}>Turning it on signs you out everywhere else.</p>
        <div className={styles['buttons']}>
          <Button type="submit" variant="primary" busy={state.isSaving}>
            Turn on
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </SaveForm>
  )
}
