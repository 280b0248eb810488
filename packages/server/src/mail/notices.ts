import { DAY } from '#server/domain/time.ts'
import { composeMail } from './mail-texts.ts'
import type { MailKind } from './outbox.ts'

/** How long notices are sent, so that a server that was stopped over a weekend still sends them. */
const WEEK = 7 * DAY
/** More of a kind would be a flood by someone with the account. */
const MAX_PER_DAY = 10

const SIGNED_OUT = 'You were signed out everywhere. Please sign in again.'
const FORGOT_PASSWORD = '"Forgot your password?" on the sign-in page, and tell the operator of your Rapport server.'
const ONLY_PASSWORD = 'From now on, signing in asks for your password alone.'

/** Mails to admins about their accounts. Each is tried for up to a week. */
export const NOTICES: Readonly<Record<string, MailKind>> = {
  password_reset: passwordChanged(`with a one-time code. ${SIGNED_OUT}`),
  password_set: passwordChanged(`by the operator of your Rapport server. ${SIGNED_OUT}`),
  password_changed: passwordChanged('in your profile. You were signed out everywhere else.'),
  // Sent to the old address.
  email_changed: notice('The email address of your Rapport account was changed', [
    'The email address of your account was changed. This is the last message to this address.',
    "If this wasn't you, tell the operator of your Rapport server.",
  ]),
  // Sent after a correct password whose two-factor code is still missing.
  password_entered: notice('Your Rapport password was entered at a new location', [
    'Your password was entered from a new location. Signing in there also requires a two-factor code.',
    "If this wasn't you, someone else knows your password. Choose a new one now, and tell the operator of your Rapport server.",
  ]),
  // Sent after a sign-in from an IP block that the owner has not used lately. Databases of earlier versions have this name.
  new_place: notice('A sign-in to your Rapport account from a new location', [
    'Someone signed in to your account from a new location. Your profile lists where you are signed in, and lets you end each session.',
    "If this wasn't you, choose a new password now, which ends all other sessions, and tell the operator of your Rapport server.",
  ]),
  two_factor_enabled: twoFactorChanged(
    'Two-factor authentication was turned on. From now on, signing in asks for a code from your authenticator app after the password.',
  ),
  two_factor_disabled: twoFactorChanged(`Two-factor authentication was turned off in your profile. ${ONLY_PASSWORD}`),
  two_factor_codes: twoFactorChanged('New recovery codes were created in your profile. The old ones no longer work.'),
  two_factor_reset: twoFactorChanged(
    `Two-factor authentication was turned off and your passkeys were removed by the operator of your Rapport server. ${ONLY_PASSWORD}`,
  ),
  passkey_added: passkeysChanged('A passkey was added. It signs in to your account without your password and a code.'),
  passkey_removed: passkeysChanged('A passkey was removed. It no longer signs in to your account.'),
  password_disabled: passkeysChanged(
    'Signing in with a password was turned off. From now on, only your passkeys sign in, until you choose a new password.',
  ),
  admin_restored: notice('Your Rapport account was restored', [
    'Your account was deleted and has been restored from the trash. You can sign in as before; your previous sessions, API tokens, passkeys and recovery codes remain invalid.',
    "If you didn't expect this, tell the operator of your Rapport server.",
  ]),
  // A token outlives the session that created it.
  token_created: notice('An API token for your Rapport account was created', [
    'An API token that can act for your account was created. It works until it expires or until you revoke it in your profile, even after you sign out or choose a new password.',
    "If this wasn't you, revoke it, choose a new password now, and tell the operator of your Rapport server.",
  ]),
  // Sent when a known IP block has used up its attempts.
  sign_in_failures: notice('Many failed sign-ins to your Rapport account', [
    'A wrong password was entered for your account many times in a row, from a network that you have signed in from before. Until a sign-in succeeds, only one attempt every 30 seconds is allowed from there.',
    `If this wasn't you, choose a new password with ${FORGOT_PASSWORD}`,
  ]),
  // Sent when wrong codes have used up a limit.
  two_factor_failures: notice('Wrong two-factor codes for your Rapport account', [
    'Five or more wrong two-factor codes were entered for your account, after the correct password or in an open session.',
    "If this wasn't you, someone else has your password or an open session. Choose a new password now, which ends all other sessions, and tell the operator of your Rapport server.",
  ]),
}

function passwordChanged(how: string): MailKind {
  return notice('Your Rapport password was changed', [
    `Your password was changed ${how} API tokens and passkeys keep working until you remove them in your profile.`,
    `If this wasn't you, choose a new password now with ${FORGOT_PASSWORD}`,
  ])
}

function twoFactorChanged(change: string): MailKind {
  return notice('Two-factor authentication of your Rapport account was changed', [
    change,
    "If this wasn't you, choose a new password now, and tell the operator of your Rapport server.",
  ])
}

function passkeysChanged(change: string): MailKind {
  return notice('The passkeys of your Rapport account were changed', [
    change,
    `If this wasn't you, remove passkeys that you do not know in your profile, choose a new password with ${FORGOT_PASSWORD}`,
  ])
}

function notice(subject: string, paragraphs: readonly string[]): MailKind {
  return {
    compose: async ({ recipient }) => composeMail({ to: recipient }, subject, paragraphs),
    maxAgeMs: WEEK,
    maxPerDay: MAX_PER_DAY,
  }
}
