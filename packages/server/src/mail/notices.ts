import {
  adminRestoredMail,
  emailChangedMail,
  type Mail,
  newLocationMail,
  passwordChangedMail,
  passwordEnteredMail,
  twoFactorMail,
  signInFailuresMail,
  tokenCreatedMail,
  wrongCodesMail,
} from './mail-texts.ts'
import type { MailKind } from './outbox.ts'

/** A server that was stopped over a weekend still sends them. */
const WEEK = 7 * 24 * 60 * 60 * 1000

/** Mails to admins about their accounts, retried for a day. */
export const NOTICES: Readonly<Record<string, MailKind>> = {
  password_reset: notice((to) => passwordChangedMail({ to }, 'reset')),
  password_set: notice((to) => passwordChangedMail({ to }, 'operator')),
  password_changed: notice((to) => passwordChangedMail({ to }, 'settings')),
  email_changed: notice((to) => emailChangedMail({ to })),
  password_entered: notice((to) => passwordEnteredMail({ to })),
  // Earlier versions have stored this name.
  new_place: notice((to) => newLocationMail({ to })),
  two_factor_enabled: notice((to) => twoFactorMail({ to }, 'on')),
  two_factor_disabled: notice((to) => twoFactorMail({ to }, 'off')),
  two_factor_codes: notice((to) => twoFactorMail({ to }, 'codes')),
  two_factor_reset: notice((to) => twoFactorMail({ to }, 'reset')),
  admin_restored: notice((to) => adminRestoredMail({ to })),
  token_created: notice((to) => tokenCreatedMail({ to })),
  sign_in_failures: notice((to) => signInFailuresMail({ to })),
  two_factor_failures: notice((to) => wrongCodesMail({ to })),
}

function notice(text: (to: string) => Mail): MailKind {
  return { compose: async ({ recipient }) => text(recipient), maxAgeMs: WEEK }
}
