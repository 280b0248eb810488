import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { resetPasswordInput, type ResetPasswordInput } from '@rapport/core/auth/password-reset.ts'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { client } from '#data/api.ts'
import { NewPasswordField } from '#forms/new-password-field.tsx'
import { PublicForm } from '#forms/public-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { paths } from '#platform/paths.ts'
import { useEmailFromLocation } from '#platform/use-email-from-location.ts'
import { clearResetToken, readResetToken } from '#session/reset-token.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { PublicFrame } from '#ui/layout/public-frame.tsx'
import { ButtonLink } from '#ui/primitives/button.tsx'

const MISSING_TOKEN_MESSAGE = 'Invalid or missing reset token. Please try the forgot password process again.'

/** The number of milliseconds until sign-in opens after a reset (specification, section 9). */
const REDIRECT_MS = 2000

/** The screen for a new password, saved with the reset token (specification, sections 2 and 4). */
export function ResetPasswordPage() {
  const [refusal, setRefusal] = useState(() => (readResetToken() === null ? MISSING_TOKEN_MESSAGE : undefined))
  const [isDone, setIsDone] = useState(false)
  const email = useEmailFromLocation()

  return (
    <PublicFrame
      title="Reset password"
      {...(!isDone && {
        intro:
          refusal === undefined
            ? 'Choose the password you will sign in with from now on.'
            : 'Your code has expired, or was entered in another browser.',
        links: (
          <Link to={paths.signIn} state={{ email }}>
            Back to sign in
          </Link>
        ),
      })}
    >
      {isDone ? (
        <Success email={email} />
      ) : refusal === undefined ? (
        <NewPassword onDone={() => setIsDone(true)} onRefused={setRefusal} />
      ) : (
        <>
          <Notice tone="error">{refusal}</Notice>
          <ButtonLink variant="primary" size="large" to={paths.forgotPassword} state={{ email }}>
            Send a new code
          </ButtonLink>
        </>
      )}
    </PublicFrame>
  )
}

/** The reset token does not identify the admin, so the password is not compared with names. */
const UNKNOWN_OWNER = { email: null, firstName: null, lastName: null }

interface NewPasswordProps {
  onDone: () => void
  /** Called with an error message if the token is no longer valid. */
  onRefused: (message: string) => void
}

function NewPassword({ onDone, onRefused }: NewPasswordProps) {
  const { form, field, state } = useSaveForm({
    values: { newPassword: '' },
    resolver: zodResolver(resetPasswordInput),
    save: async (body: ResetPasswordInput) => {
      await client.call('resetPassword', { body })
      clearResetToken()
    },
    operation: 'resetPassword',
    onSaved: onDone,
    onError: (error) => {
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return
      clearResetToken()
      onRefused(errorText('resetPassword', error))
    },
  })
  return (
    <PublicForm state={state} submitLabel="Reset password" busyLabel="Saving…">
      <NewPasswordField
        label="New password"
        {...field('newPassword')}
        password={form.watch('newPassword')}
        owner={UNKNOWN_OWNER}
        required
        starred={false}
      />
    </PublicForm>
  )
}

function Success({ email }: { email: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.signIn, { replace: true, state: { email } }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, email])
  return (
    <>
      <Notice tone="success">Your password has been changed. You can sign in with it now.</Notice>
      <ButtonLink variant="primary" size="large" to={paths.signIn} state={{ email }} replace>
        Go to sign in
      </ButtonLink>
    </>
  )
}
