import type { ForgotPasswordInput } from '@rapport/core/auth/password-reset.ts'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { usePublicForm } from '#lib/use-public-form.ts'
import { PublicForm } from '#ui/public-form.tsx'
import { PublicFrame } from '#ui/public-frame.tsx'
import { TextField } from '#ui/text-field.tsx'
import { handOver } from './handed-over.ts'
import styles from './password-reset.module.css'

/** Asks for a one-time code (specification, section 2). */
export function ForgotPasswordPage() {
  const navigate = useNavigate()
  const { field, state } = usePublicForm<ForgotPasswordInput, void>({
    initial: { email: '' },
    load: async () => (await import('./password-reset.actions.ts')).forgotPassword,
    situation: 'forgotPassword',
    onDone: (_, { email }) => navigate(paths.oneTimeCode, { state: handOver(email) }),
  })
  return (
    <PublicFrame
      title="Forgot password"
      intro="Enter the email you sign in with. We send a one-time code that lets you choose a new password."
    >
      <PublicForm state={state} action="Send OTP" busyAction="Sending…">
        <TextField
          label="Email"
          {...field('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </PublicForm>
      <p className={styles['back']}>
        <Link to={paths.signIn}>Back to sign in</Link>
      </p>
    </PublicFrame>
  )
}
