import type { SignInInput } from '@rapport/core/auth/sign-in.ts'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { returnToOf } from '#session/return-to.ts'
import { lastSessionEnd } from '#session/session.ts'
import { useSaveForm } from '#forms/use-save-form.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { PublicForm } from '#forms/public-form.tsx'
import { PublicFrame } from '#ui/layout/public-frame.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import styles from './sign-in-page.module.css'

/** Sign in (specification, section 2). */
export function SignInPage() {
  const navigate = useNavigate()
  const location = useLocation()
  const { form, state } = useSaveForm<SignInInput, SignInInput, void>({
    values: { email: '', password: '' },
    // The first page loads neither zod nor the API client before they are needed.
    save: async (input) => (await import('./sign-in.call.ts')).signIn(input),
    messageKey: 'login',
    onSaved: () => navigate(returnToOf(location.state) ?? paths.dashboard, { replace: true }),
  })
  const { errors } = form.formState
  const expired = lastSessionEnd() === 'expired'
  return (
    <PublicFrame title="Sign in" intro="Welcome back. Enter your details to open the console.">
      <PublicForm
        state={state}
        submitLabel="Sign in"
        busyLabel="Signing in…"
        notice={expired && <Notice tone="info">Your session has ended. Sign in to continue where you left off.</Notice>}
      >
        <TextField
          label="Email"
          {...form.register('email', { required: 'Please enter your email address.' })}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors.email?.message}
        />
        <PasswordField
          label="Password"
          {...form.register('password', { required: 'Please enter your password.' })}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          aside={
            <Link className={styles['forgot']} to={paths.forgotPassword} state={{ email: form.watch('email') }}>
              forgot your password?
            </Link>
          }
        />
      </PublicForm>
      <p className={styles['policies']}>
        <Link to={paths.privacyPolicy}>Privacy policy</Link>
        <Link to={paths.supportPolicy}>Support</Link>
      </p>
    </PublicFrame>
  )
}
