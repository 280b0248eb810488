import type { SignInInput } from '@rapport/core/auth/sign-in.ts'
import { lazy, startTransition, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { PublicForm } from '#forms/public-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { canUsePasskeys, offersPasskeys } from '#platform/passkeys.ts'
import { paths } from '#platform/paths.ts'
import { useEmailFromLocation } from '#platform/use-email-from-location.ts'
import { parseReturnTo } from '#session/return-to.ts'
import { lastSessionEnd } from '#session/session.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { PublicFrame } from '#ui/layout/public-frame.tsx'
import type { Challenge } from './sign-in.mutations.ts'
import styles from './sign-in-page.module.css'

const TwoFactorCode = lazy(async () => ({ default: (await import('./two-factor-code.tsx')).TwoFactorCode }))

const PasskeySignIn = lazy(async () => ({ default: (await import('./passkey-sign-in.tsx')).PasskeySignIn }))

/** The sign-in screen (specification, section 2: sign in). */
export function SignInPage() {
  const navigate = useNavigate()
  const location = useLocation()
  const [challenge, setChallenge] = useState<Challenge>()
  const openConsole = () => navigate(parseReturnTo(location.state) ?? paths.dashboard, { replace: true })
  const { form, field, state } = useSaveForm<SignInInput, SignInInput, Challenge | undefined>({
    values: { email: useEmailFromLocation(), password: '' },
    secrets: ['password'],
    // Loads zod and the API client on demand, to keep the first page small.
    save: async (input) => (await import('./sign-in.mutations.ts')).signIn(input),
    operation: 'login',
    // Keeps the form until the two-factor screen has loaded.
    onSaved: (next) => (next ? startTransition(() => setChallenge(next)) : openConsole()),
  })
  const hasExpired = lastSessionEnd() === 'expired'
  const hasPasskeys = canUsePasskeys() && offersPasskeys()
  if (challenge) {
    return (
      <Suspense>
        <TwoFactorCode
          challenge={challenge}
          onSignedIn={() => void openConsole()}
          onBack={() => {
            flushSync(() => setChallenge(undefined))
            form.setFocus('password')
          }}
        />
      </Suspense>
    )
  }
  return (
    <PublicFrame
      title="Sign in"
      intro="Welcome back. Enter your details to open the console."
      links={
        <>
          <Link to={paths.privacyPolicy} state={{ email: form.watch('email') }}>
            Privacy policy
          </Link>
          <Link to={paths.supportPolicy} state={{ email: form.watch('email') }}>
            Support
          </Link>
        </>
      }
    >
      <PublicForm
        state={state}
        submitLabel="Sign in"
        busyLabel="Signing in…"
        notice={
          hasExpired && <Notice tone="info">Your session has ended. Sign in to continue where you left off.</Notice>
        }
      >
        <EmailField
          {...field('email', { required: 'Please enter your email address.' })}
          starred={false}
          autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
        />
        <PasswordField
          label="Password"
          {...field('password', { required: 'Please enter your password.' })}
          autoComplete="current-password"
          required
          starred={false}
          aside={
            <Link className={styles['forgot']} to={paths.forgotPassword} state={{ email: form.watch('email') }}>
              forgot your password?
            </Link>
          }
        />
      </PublicForm>
      {hasPasskeys && (
        <Suspense>
          <PasskeySignIn onSignedIn={() => void openConsole()} />
        </Suspense>
      )}
    </PublicFrame>
  )
}
