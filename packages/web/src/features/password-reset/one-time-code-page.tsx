import { zodResolver } from '@hookform/resolvers/zod'
import {
  CODE_LENGTH,
  MISSING_EMAIL_MESSAGES,
  RESEND_SECONDS,
  verifyOtpInput,
} from '@rapport/core/auth/password-reset.ts'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { PublicForm } from '#forms/public-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { paths } from '#platform/paths.ts'
import { useEmailFromLocation } from '#platform/use-email-from-location.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { PublicFrame } from '#ui/layout/public-frame.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { sendCode, verifyCode } from './password-reset.mutations.ts'
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
    save: verifyCode,
    operation: 'verifyOtp',
    onSaved: () => navigate(paths.resetPassword, { replace: true, state: { email } }),
  })
  const { field, fieldState } = useController({ control: form.control, name: 'otp' })
  const isComplete = field.value.length === CODE_LENGTH
  const resend = useResend(email, {
    onSent: () => {
      form.clearErrors()
      form.resetField('otp')
      form.setFocus('otp')
    },
    onError: (message) => form.setError('root', { message }),
  })
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
        notice={resend.sent && <Notice tone="success">A new code is on its way. Only the newest one is valid.</Notice>}
      >
        <CodeField label="One-time code" length={CODE_LENGTH} {...field} error={fieldState.error?.message} />
      </PublicForm>
      <div className={styles['resend']}>
        <p>Didn’t get it? Check your spam folder.</p>
        <Button
          variant="ghost"
          size="small"
          className={styles['again']}
          busy={resend.busy}
          disabled={resend.secondsLeft > 0}
          onClick={() => void resend.send()}
        >
          Resend New Code
          {resend.secondsLeft > 0 && <span className={styles['countdown']}>{` in ${resend.secondsLeft} s`}</span>}
        </Button>
      </div>
    </PublicFrame>
  )
}

interface ResendOptions {
  onSent: () => void
  onError: (message: string) => void
}

/** Sends another code after the countdown (specification, section 4). */
function useResend(email: string, { onSent, onError }: ResendOptions) {
  const [secondsLeft, restartCountdown] = useCountdown(RESEND_SECONDS)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const send = async () => {
    if (busy || secondsLeft > 0) return
    if (email.trim() === '') return onError(MISSING_EMAIL_MESSAGES.resend)
    setBusy(true)
    setSent(false)
    try {
      await sendCode({ email })
      setSent(true)
      restartCountdown()
      onSent()
    } catch (error) {
      onError(errorText('resendOtp', error))
    } finally {
      setBusy(false)
    }
  }
  return { secondsLeft, busy, sent, send }
}

/** Counts down from a number of seconds, correctly even after the tab was suspended. Also returns a restart function. */
function useCountdown(seconds: number) {
  const [endTime, setEndTime] = useState(() => Date.now() + seconds * 1000)
  const [secondsLeft, setSecondsLeft] = useState(seconds)

  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(Math.max(0, Math.ceil((endTime - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [endTime])

  const restart = () => {
    setEndTime(Date.now() + seconds * 1000)
    setSecondsLeft(seconds)
  }
  return [secondsLeft, restart] as const
}
