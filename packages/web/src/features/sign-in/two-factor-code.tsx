import { ApiError } from '@rapport/core/api/api-error.ts'
import { CODE_LENGTH } from '@rapport/core/auth/password-reset.ts'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import { PublicForm } from '#forms/public-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { CodeField } from '#ui/fields/code-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { PublicFrame } from '#ui/layout/public-frame.tsx'
import { finishSignIn, type Challenge } from './sign-in.mutations.ts'

interface Props {
  challenge: Challenge
  onSignedIn: () => void
  onBack: () => void
}

/** Returns true if the text is long enough for the six digits; a recovery code is longer. */
const isComplete = (code: string) => code.trim().length >= CODE_LENGTH

export function TwoFactorCode({ challenge, onSignedIn, onBack }: Props) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const { form, state } = useSaveForm({
    values: { code: '' },
    save: ({ code }) => finishSignIn(challenge, code),
    operation: 'verifyTwoFactor',
    onSaved: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) form.resetField('code')
    },
  })
  const { field, fieldState } = useController({
    control: form.control,
    name: 'code',
    rules: {
      validate: (code) =>
        isComplete(code) ||
        (usesRecoveryCode
          ? 'Please enter one of your recovery codes.'
          : 'Please enter the six digits of your authenticator app.'),
    },
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- also for the other kind of code, and after a refusal
  useEffect(() => form.setFocus('code'), [form, usesRecoveryCode, state.error])

  // Below the code, where an error has its place and moves nothing.
  const control = { ...field, error: fieldState.error?.message ?? state.error }
  return (
    <PublicFrame
      title="Two-factor authentication"
      intro={
        usesRecoveryCode
          ? 'Enter one of the recovery codes that you saved. Each of them works once.'
          : 'Enter the code that your authenticator app shows now.'
      }
      links={
        <>
          <button
            type="button"
            onClick={() => {
              form.reset()
              setUsesRecoveryCode(!usesRecoveryCode)
            }}
          >
            {usesRecoveryCode ? 'Use the authenticator app' : 'Use a recovery code instead'}
          </button>
          <button type="button" onClick={onBack}>
            Back to password
          </button>
        </>
      }
    >
      <PublicForm
        state={{ ...state, error: undefined }}
        submitLabel="Continue"
        busyLabel="Signing in…"
        disabled={!isComplete(field.value)}
      >
        {usesRecoveryCode ? (
          <TextField label="Recovery code" {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        ) : (
          <CodeField label="Code" length={CODE_LENGTH} {...control} />
        )}
      </PublicForm>
    </PublicFrame>
  )
}
