import { ApiError } from '@rapport/core/api/api-error.ts'
import type { SignInInput } from '@rapport/core/auth/sign-in.ts'
import { messageFor } from '@rapport/core/messages.ts'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { logFailure } from '#lib/log-failure.ts'
import { paths } from '#lib/paths.ts'
import { returnToOf } from '#lib/return-to.ts'
import { lastSessionEnd } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { PublicFrame } from '#ui/public-frame.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './sign-in-page.module.css'
import { useCountdown } from './use-countdown.ts'

/** Validation and the API come when a field gets the focus, so that the page itself stays light. */
const loadAction = () => import('./sign-in.action.ts')

/** Sign in (specification, section 2). */
export function SignInPage() {
  const { register, errors, busy, wait, submit } = useSignIn()
  const notice = useRef<HTMLDivElement>(null)
  const failure = errors.root?.['failure']
  const expired = lastSessionEnd() === 'expired'

  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])

  return (
    <PublicFrame title="Sign in" intro="Welcome back. Enter your details to open the console.">
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {failure ? (
          <Notice tone="error" ref={notice}>
            {failure.message}
            {wait > 0 && <span aria-live="off"> {`You can try again in ${inWords(wait)}.`}</span>}
          </Notice>
        ) : (
          expired && <Notice tone="info">Your session has ended. Sign in to go on where you left off.</Notice>
        )}
        <TextField
          label="Email"
          {...register('email')}
          onFocus={preload}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors.email?.message}
        />
        <PasswordField
          label="Password"
          {...register('password')}
          onFocus={preload}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          aside={
            <Link className={styles['forgot']} to={paths.forgotPassword}>
              forgot your password?
            </Link>
          }
        />
        <Button type="submit" variant="primary" size="large" busy={busy} disabled={wait > 0}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      <p className={styles['policies']}>
        <Link to={paths.privacyPolicy}>Privacy policy</Link>
        <Link to={paths.supportPolicy}>Support</Link>
      </p>
    </PublicFrame>
  )
}

function useSignIn() {
  const navigate = useNavigate()
  const location = useLocation()
  const [wait, startWait] = useCountdown()
  const { register, handleSubmit, setError, formState } = useForm<SignInInput>({
    defaultValues: { email: '', password: '' },
    reValidateMode: 'onSubmit',
    resolver: async (...form) => (await loadAction()).resolver(...form),
  })

  const showFailure = (error: unknown) => {
    const { fields, retryAfterSeconds } = error instanceof ApiError ? error : noDetails
    for (const name of ['email', 'password'] as const) {
      if (fields[name]) setError(name, { message: fields[name] })
    }
    setError('root.failure', { message: messageFor('login', error) })
    startWait(retryAfterSeconds ?? 0)
  }
  const save = handleSubmit(async (input) => {
    const { signIn } = await loadAction()
    await signIn(input)
    await navigate(returnToOf(location.state) ?? paths.dashboard, { replace: true })
  })
  const submit = async () => {
    if (!formState.isSubmitting) await save().catch(showFailure)
  }
  return { register, errors: formState.errors, busy: formState.isSubmitting, wait, submit }
}

const noDetails: Pick<ApiError, 'fields' | 'retryAfterSeconds'> = { fields: {}, retryAfterSeconds: undefined }

/** A failure here is not the admin's to see: submitting loads again, and says so. */
function preload(): void {
  loadAction().catch((error: unknown) => logFailure('Signing in could not be prepared.', error))
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
