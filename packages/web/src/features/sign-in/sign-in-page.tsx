import type { SignInInput } from '@rapport/core/auth/sign-in.ts'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { returnToOf } from '#lib/return-to.ts'
import { lastSessionEnd } from '#lib/session.ts'
import { usePublicForm } from '#lib/use-public-form.ts'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { PublicForm } from '#ui/public-form.tsx'
import { PublicFrame } from '#ui/public-frame.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './sign-in-page.module.css'

/** Sign in (specification, section 2). */
export function SignInPage() {
  const navigate = useNavigate()
  const location = useLocation()
  const { field, state } = usePublicForm<SignInInput, void>({
    initial: { email: '', password: '' },
    load: async () => (await import('./sign-in.action.ts')).signIn,
    situation: 'login',
    onDone: () => navigate(returnToOf(location.state) ?? paths.dashboard, { replace: true }),
  })
  const expired = lastSessionEnd() === 'expired'
  return (
    <PublicFrame title="Sign in" intro="Welcome back. Enter your details to open the console.">
      <PublicForm
        state={state}
        action="Sign in"
        busyAction="Signing in…"
        notice={expired && <Notice tone="info">Your session has ended. Sign in to go on where you left off.</Notice>}
      >
        <TextField
          label="Email"
          {...field('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          label="Password"
          {...field('password')}
          autoComplete="current-password"
          required
          aside={
            <Link className={styles['forgot']} to={paths.forgotPassword}>
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
