import { ApiError } from '@rapport/core/api/api-error.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { createContext, use, useCallback, useId, useRef, useState, type ReactNode } from 'react'
import { client } from '#data/api.ts'
import { passkeysQuery, twoFactorQuery } from '#data/security.queries.ts'
import { useExtensions } from '#data/settings.queries.ts'
import { canUsePasskeys } from '#platform/passkeys.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { useSaveForm } from './use-save-form.ts'
import styles from './confirm-identity.module.css'

type WithConfirmedIdentity = <Result>(action: string, call: () => Promise<Result>) => Promise<Result>

const ConfirmIdentityContext = createContext<WithConfirmedIdentity>((_, call) => call())

/**
 * Returns a function that makes a request. If the server requires a recently confirmed identity, the function names the
 * action, such as "revoke the token", asks for a confirmation and repeats the request. A cancelled one rejects.
 */
export const useIdentityConfirmation = () => use(ConfirmIdentityContext)

/** The provider and the dialog of `useIdentityConfirmation`. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<{ action: string; answer: (isConfirmed: boolean) => void }>()
  const withConfirmedIdentity = useCallback<WithConfirmedIdentity>(async (action, call) => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'confirm_identity') throw error
      const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ action, answer }))
      if (!isConfirmed) throw error
      return call()
    }
  }, [])
  return (
    <ConfirmIdentityContext value={withConfirmedIdentity}>
      {children}
      <IdentityDialog
        open={question !== undefined}
        action={question?.action ?? ''}
        onClose={(isConfirmed) => {
          question?.answer(isConfirmed)
          setQuestion(undefined)
        }}
      />
    </ConfirmIdentityContext>
  )
}

interface DialogProps {
  open: boolean
  action: string
  onClose: (isConfirmed: boolean) => void
}

function IdentityDialog({ open, action, onClose }: DialogProps) {
  const { has } = useExtensions()
  const { data: twoFactor } = useQuery({ ...twoFactorQuery, enabled: open && has('two-factor') })
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: open && has('passkeys') })
  const [prefersCode, setPrefersCode] = useState(false)
  const usesCode = prefersCode || passkeys?.has_password === false
  const { form, field, state } = useSaveForm({
    values: { password: '', code: '' },
    secrets: ['password', 'code'],
    save: async ({ password, code }) => {
      const body = usesCode ? { code } : { password }
      await client.call('confirmIdentity', { body })
    },
    operation: 'confirmIdentity',
    onSaved: () => onClose(true),
  })
  const confirmWithPasskey = useMutation({
    mutationFn: async () => {
      const options = await client.call('startPasskeyConfirmation')
      const { signWithPasskey } = await import('#data/passkeys.ts')
      await client.call('confirmIdentity', { body: { passkey: await signWithPasskey(options) } })
    },
    onSuccess: () => onClose(true),
  })
  const formId = useId()
  const passwordInput = useRef<HTMLInputElement>(null)
  const { ref: passwordRef, ...password } = field('password', {
    required: !usesCode && 'Please enter your password.',
  })
  const cancel = () => {
    form.reset()
    confirmWithPasskey.reset()
    onClose(false)
  }
  return (
    <AlertDialog
      open={open}
      onClose={cancel}
      busy={state.isSaving}
      icon={<ShieldCheck />}
      tone="calm"
      title="Confirm it’s you"
      description={`You are about to ${action}. You won’t be asked again for a while.`}
      initialFocus={passwordInput}
      action={
        <Button type="submit" form={formId} variant="primary" busy={state.isSaving}>
          Confirm
        </Button>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={state.submit}>
        {state.error !== undefined && <Notice tone="error">{state.error}</Notice>}
        {usesCode ? (
          <TextField
            label="Code"
            {...field('code', { required: 'Please enter a code.' })}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            hint="The six digits of your authenticator app, or a recovery code."
          />
        ) : (
          <PasswordField
            label="Your password"
            {...password}
            ref={(input) => {
              passwordRef(input)
              passwordInput.current = input
            }}
            autoComplete="current-password"
          />
        )}
        {confirmWithPasskey.error instanceof ApiError && (
          <CallError operation="confirmIdentity" error={confirmWithPasskey.error} />
        )}
        {canUsePasskeys() && passkeys && passkeys.passkeys.length > 0 && (
          <Button
            variant="ghost"
            size="small"
            className={styles['other']}
            busy={confirmWithPasskey.isPending}
            onClick={() => confirmWithPasskey.mutate()}
          >
            Use a passkey instead
          </Button>
        )}
        {twoFactor?.enabled && passkeys?.has_password !== false && (
          <Button variant="ghost" size="small" className={styles['other']} onClick={() => setPrefersCode(!usesCode)}>
            {usesCode ? 'Use your password instead' : 'Use a code instead'}
          </Button>
        )}
      </form>
    </AlertDialog>
  )
}
