import { zodResolver } from '@hookform/resolvers/zod'
import {
  CODE_LENGTH,
  MISSING_EMAIL_MESSAGES,
  RESEND_SECONDS,
  verifyOtpInput,
  type VerifyOtpInput,
} from '@rapport/core/auth/password-reset.ts'
import { useEffect, useState, useTransition } from 'react'
import { useController } from 'react-hook-form'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { client } from '#data/api.ts'
import { PublicForm } from '#forms/public-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { paths } from '#platform/paths.ts'
import { useEmailFromLocation } from '#platform/use-email-from-location.ts'
import { storeResetToken } from '#session/reset-token.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { PublicFrame } from '#ui/layout/public-frame.tsx'
import { Button } from '#ui/primitives/button.tsx'
import styles from './password-reset.module.css'

/** The screen for the one-time code. Without an email it redirects to the previous screen (specification, section 2). */
export function OneTimeCodePage() {
  const email = useEmailFromLocation()
  return email === '' ? <Navigate to={paths.forgotPassword} replace /> : <OneTimeCode email={email} />
}

function OneTimeCode({ email }: { email: string }) {
  const navigate = useNavigate()
  const { form, state } = useSaveForm({
    values: { email, otp: '' },
    resolver: zodResolver(verifyOtpInput),
    save: async (body: VerifyOtpInput) => storeResetToken((await client.call('verifyOtp', { body })).reset_token),
    operation: 'verifyOtp',
    onSaved: () => navigate(paths.resetPassword, { replace: true, state: { email } }),
  })
  const { field, fieldState } = useController({ control: form.control, name: 'otp' })
  const isComplete = field.value.length === CODE_LENGTH
  const [sentAt, setSentAt] = useState(Date.now)
  const [now, setNow] = useState(sentAt)
  const [isResending, startResending] = useTransition()
  const [isResent, setIsResent] = useState(false)
  // Correct even after the tab was suspended.
  const secondsLeft = Math.max(0, Math.ceil(RESEND_SECONDS - Math.max(0, now - sentAt) / 1000))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  /** Sends another code after the countdown (specification, section 4). */
  const resend = () => {
    if (email.trim() === '') return form.setError('root', { message: MISSING_EMAIL_MESSAGES.resend })
    setIsResent(false)
    startResending(async () => {
      try {
        await client.call('forgotPassword', { body: { email } })
        setIsResent(true)
        setSentAt(Date.now())
        form.clearErrors()
        form.resetField('otp')
        form.setFocus('otp')
      } catch (error) {
        form.setError('root', { message: errorText('resendOtp', error) })
      }
    })
  }
  useEffect(() => form.setFocus('otp'), [form])
  return (
    <PublicFrame
      title="Enter your code"
      intro={
        <>
          If <strong className={styles['email']}>{email}</strong> belongs to an admin, we’ve sent a 6-digit code.
        </>
      }
      links={
        <>
          <Link to={paths.forgotPassword}>Use another email</Link>
          <Link to={paths.signIn} state={{ email }}>
            Back to sign in
          </Link>
        </>
      }
    >
      <PublicForm
        // This screen has no field that could show an error of the email.
        state={{ ...state, error: state.error ?? form.formState.errors.email?.message }}
        submitLabel="Verify"
        busyLabel="Verifying…"
        disabled={!isComplete}
        notice={isResent && <Notice tone="success">A new code is on its way. Only the newest one is valid.</Notice>}
      >
        <CodeField label="One-time code" length={CODE_LENGTH} {...field} error={fieldState.error?.message} />
      </PublicForm>
      <div className={styles['resend']}>
        <p>Didn’t get it? Check your spam folder.</p>
        <Button
          variant="ghost"
          size="small"
          className={styles['again']}
          busy={isResending}
          disabled={secondsLeft > 0}
          onClick={resend}
        >
          Resend New Code
          {secondsLeft > 0 && <span className={styles['countdown']}>{` in ${secondsLeft} s`}</span>}
        </Button>
      </div>
    </PublicFrame>
  )
}
