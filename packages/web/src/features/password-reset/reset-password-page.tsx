import { ApiError } from '@rapport/core/api/api-error.ts'
import type { ResetPasswordInput } from '@rapport/core/auth/password-reset.ts'
import { messageFor } from '@rapport/core/messages.ts'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { NEW_PASSWORD_HINT } from '#lib/new-password-hint.ts'
import { paths } from '#lib/paths.ts'
import { clearResetToken, readResetToken } from '#lib/reset-token.ts'
import { usePublicForm } from '#lib/use-public-form.ts'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { PublicForm } from '#ui/public-form.tsx'
import { PublicFrame } from '#ui/public-frame.tsx'
import styles from './password-reset.module.css'

const MISSING_TOKEN = 'Invalid or missing reset token. Please try the forgot password process again.'

/** Milliseconds until sign-in after a new password is set (specification, section 9). */
const REDIRECT_MS = 2000

/** Chooses a new password with the token of the one-time code (specification, sections 2 and 4). */
export function ResetPasswordPage() {
  const [refusal, setRefusal] = useState(() => (readResetToken() === null ? MISSING_TOKEN : undefined))
  const [done, setDone] = useState(false)

  return (
    <PublicFrame
      title="Reset password"
      {...(!done && refusal === undefined && { intro: 'Choose the password you will sign in with from now on.' })}
    >
      {done ? (
        <Success />
      ) : refusal === undefined ? (
        <NewPassword onDone={() => setDone(true)} onRefused={setRefusal} />
      ) : (
        <Message>
          <Notice tone="error">{refusal}</Notice>
          <p className={styles['back']}>
            <Link to={paths.forgotPassword}>Send a new code</Link>
            <Link to={paths.signIn}>Back to sign in</Link>
          </p>
        </Message>
      )}
    </PublicFrame>
  )
}

interface NewPasswordProps {
  onDone: () => void
  /** The token does not hold any more; told what to say about it. */
  onRefused: (message: string) => void
}

function NewPassword({ onDone, onRefused }: NewPasswordProps) {
  const { field, state } = usePublicForm<ResetPasswordInput, void>({
    initial: { newPassword: '' },
    load: async () => (await import('./password-reset.actions.ts')).resetPassword,
    situation: 'resetPassword',
    onDone,
    onFailure: (error) => {
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return
      clearResetToken()
      onRefused(messageFor('resetPassword', error))
    },
  })
  return (
    <PublicForm state={state} action="Reset password" busyAction="Saving…">
      <PasswordField
        label="New password"
        {...field('newPassword')}
        autoComplete="new-password"
        required
        hint={NEW_PASSWORD_HINT}
      />
    </PublicForm>
  )
}

function Success() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.signIn, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Message>
      <Notice tone="success">Your password has been changed. You can sign in with it now.</Notice>
      <p className={styles['back']}>
        <Link to={paths.signIn} replace>
          Go to sign in
        </Link>
      </p>
    </Message>
  )
}

function Message({ children }: { children: React.ReactNode }) {
  return <div className={styles['message']}>{children}</div>
}
