import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPasswordInput, type ForgotPasswordInput } from '@rapport/core/auth/password-reset.ts'
import { Link, useNavigate } from 'react-router-dom'
import { client } from '#data/api.ts'
import { PublicForm } from '#forms/public-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { paths } from '#platform/paths.ts'
import { useEmailFromLocation } from '#platform/use-email-from-location.ts'
import { EmailField } from '#ui/fields/text-field.tsx'
import { PublicFrame } from '#ui/layout/public-frame.tsx'

/** The screen that requests a one-time code (specification, section 2: forgot password). */
export function ForgotPasswordPage() {
  const navigate = useNavigate()
  const { form, field, state } = useSaveForm({
    // The email typed at sign-in.
    values: { email: useEmailFromLocation() },
    resolver: zodResolver(forgotPasswordInput),
    save: (body: ForgotPasswordInput) => client.call('forgotPassword', { body }),
    operation: 'forgotPassword',
    // Keeps the email in the history entry, which survives a reload.
    onSaved: (_, { email }) => navigate(paths.oneTimeCode, { state: { email } }),
  })
  return (
    <PublicFrame
      title="Forgot password"
      intro="Enter the email you sign in with. We send you a code that lets you choose a new password."
      links={
        <Link to={paths.signIn} state={{ email: form.watch('email') }}>
          Back to sign in
        </Link>
      }
    >
      <PublicForm state={state} submitLabel="Send OTP" busyLabel="Sending…">
        <EmailField starred={false} {...field('email')} autoComplete="username" />
      </PublicForm>
    </PublicFrame>
  )
}
