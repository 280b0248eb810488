import { CODE_LENGTH, MISSING_EMAIL, RESEND_SECONDS, type VerifyOtpInput } from '@rapport/core/auth/password-reset.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { useCountdown } from '#lib/use-countdown.ts'
import { usePublicForm } from '#lib/use-public-form.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PublicForm } from '#ui/public-form.tsx'
import { PublicFrame } from '#ui/public-frame.tsx'
import { emailOf } from './handed-over.ts'
import styles from './password-reset.module.css'

/** Enters the one-time code (specification, section 2). Without an address there is nothing to verify. */
export function OneTimeCodePage() {
  const email = emailOf(useLocation().state)
  return email === undefined ? <Navigate to={paths.forgotPassword} replace /> : <OneTimeCode email={email} />
}

function OneTimeCode({ email }: { email: string }) {
  const navigate = useNavigate()
  const [otp, setOtp] = useState('')
  const { field, state, fail, refuse, clearErrors, focus } = usePublicForm<VerifyOtpInput, void>({
    initial: { email, otp: '' },
    load: async () => (await import('./password-reset.actions.ts')).verifyOtp,
    situation: 'verifyOtp',
    onDone: () => navigate(paths.resetPassword, { replace: true }),
  })
  const resend = useResend(email, {
    onMissing: () => refuse({ email: MISSING_EMAIL.resend }),
    onSent: () => {
      setOtp('')
      clearErrors()
      focus('otp')
    },
    onFailure: (error) => fail(error, 'resendOtp'),
  })
  const focusOnArrival = useEffectEvent(() => focus('otp'))
  useEffect(() => focusOnArrival(), [])
  return (
    <PublicFrame
      title="Enter your code"
      intro={
        <>
          If <strong className={styles['email']}>{email}</strong> belongs to an administrator, a code of 6 digits is on
          its way there.
        </>
      }
    >
      <PublicForm
        // The address has no field of its own to say what is wrong with it.
        state={{ ...state, failure: state.failure ?? field('email').error }}
        action="Verify"
        busyAction="Verifying…"
        disabled={otp.length < CODE_LENGTH}
        notice={resend.sent && <Notice tone="success">A new code is on its way. Only the newest one is valid.</Notice>}
      >
        <CodeField
          label="One-time code"
          length={CODE_LENGTH}
          {...field('otp')}
          value={otp}
          onChange={setOtp}
          onKeyDown={({ key }) => {
            // A form whose button is disabled is not sent by Enter, and could not say what is missing.
            if (key === 'Enter' && otp.length < CODE_LENGTH) void state.submit()
          }}
        />
      </PublicForm>
      <div className={styles['resend']}>
        <p>No mail? Check your spam.</p>
        <Button
          variant="ghost"
          size="small"
          busy={resend.busy}
          disabled={resend.wait > 0}
          onClick={() => void resend.send()}
        >
          Resend New Code
          {resend.wait > 0 && <span className={styles['countdown']}>{` in ${resend.wait} s`}</span>}
        </Button>
      </div>
      <p className={styles['back']}>
        <Link to={paths.forgotPassword}>Use another email</Link>
        <Link to={paths.signIn}>Back to sign in</Link>
      </p>
    </PublicFrame>
  )
}

interface ResendOptions {
  /** What was handed over is no address. */
  onMissing: () => void
  onSent: () => void
  onFailure: (error: unknown) => void
}

/** Another code, once the countdown has come to its end (specification, section 4). */
function useResend(email: string, { onMissing, onSent, onFailure }: ResendOptions) {
  const [wait, startWait] = useCountdown(RESEND_SECONDS)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const send = async () => {
    if (busy || wait > 0) return
    if (email.trim() === '') return onMissing()
    setBusy(true)
    setSent(false)
    try {
      const { forgotPassword } = await import('./password-reset.actions.ts')
      await forgotPassword.send({ email })
      setSent(true)
      startWait(RESEND_SECONDS)
      onSent()
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { wait, busy, sent, send }
}
