/** The mailer adds the sender. */
export interface Mail {
  to: string
  subject: string
  text: string
}

interface Recipient {
  to: string
  firstName?: string | null
}

const SIGNATURE = '--\nRapport'
const LINE = 72

function letter({ to, firstName }: Recipient, subject: string, paragraphs: readonly string[]): Mail {
  const greeting = firstName ? `Hello ${firstName},` : 'Hello,'
  return { to, subject, text: `${[greeting, ...paragraphs.map(wrapParagraph), SIGNATURE].join('\n\n')}\n` }
}

/** Wraps a paragraph, since mail programs show plain text unchanged; an indented one stays as it is. */
function wrapParagraph(paragraph: string): string {
  if (paragraph.startsWith(' ')) return paragraph
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** The code is only in the text: subjects show on lock screens and in logs of mail servers. */
export function codeMail(recipient: Recipient, code: string, minutes: number): Mail {
  return letter(recipient, 'Your one-time code for Rapport', [
    'Use this code to choose a new password:',
    `    ${code}`,
    `It is valid for ${minutes} minutes and works once. If you requested several codes, only the newest one works.`,
    "If you didn't request it, ignore this message. Never share the code: your Rapport operator will never ask for it.",
  ])
}

/** Sent instead of a code after too many wrong ones. */
export function resetStoppedMail(recipient: Recipient): Mail {
  return letter(recipient, 'Your Rapport password cannot be reset by mail', [
    'You requested a code to reset your password. Too many wrong codes were entered for your account, so no more are sent: someone may be guessing.',
    "To allow resets again, sign in with your password. If you don't know it, ask the operator of your Rapport server.",
  ])
}

const WHERE_CHANGED = {
  settings: 'in your profile',
  reset: 'with a one-time code',
  operator: 'by the operator of your Rapport server',
}

export function passwordChangedMail(recipient: Recipient, how: 'settings' | 'reset' | 'operator'): Mail {
  const where = WHERE_CHANGED[how]
  const sessions =
    how === 'settings'
      ? 'You were signed out everywhere else.'
      : 'You were signed out everywhere. Please sign in again.'
  return letter(recipient, 'Your Rapport password was changed', [
    `Your password was changed ${where}. ${sessions} API tokens keep working until you revoke them in your profile.`,
    `If this wasn't you, choose a new password now with "Forgot your password?" on the sign-in page, and tell the operator of your Rapport server.`,
  ])
}

/** Sent to the old address. */
export function emailChangedMail(recipient: Recipient): Mail {
  return letter(recipient, 'The email address of your Rapport account was changed', [
    'The email address of your account was changed. This is the last message to this address.',
    "If this wasn't you, tell the operator of your Rapport server.",
  ])
}

/** Sent when a known IP block has used up its attempts. */
export function signInFailuresMail(recipient: Recipient): Mail {
  return letter(recipient, 'Many failed sign-ins to your Rapport account', [
    'A wrong password was entered for your account many times in a row, from a network that you have signed in from before. Until a sign-in succeeds, only one attempt every 30 seconds is allowed from there.',
    `If this wasn't you, choose a new password with "Forgot your password?" on the sign-in page, and tell the operator of your Rapport server.`,
  ])
}

/** Sent after a sign-in from an IP block that the owner has not used lately. */
export function newLocationMail(recipient: Recipient): Mail {
  return letter(recipient, 'A sign-in to your Rapport account from a new location', [
    'Someone signed in to your account from a new location. Your profile lists where you are signed in, and lets you end each session.',
    "If this wasn't you, choose a new password now, which ends all other sessions, and tell the operator of your Rapport server.",
  ])
}

/** Sent after a correct password whose two-factor code is still missing. */
export function passwordEnteredMail(recipient: Recipient): Mail {
  return letter(recipient, 'Your Rapport password was entered at a new location', [
    'Your password was entered from a new location. Signing in there also requires a two-factor code.',
    "If this wasn't you, someone else knows your password. Choose a new one now, and tell the operator of your Rapport server.",
  ])
}

/** Sent when wrong codes have used up a limit. */
export function wrongCodesMail(recipient: Recipient): Mail {
  return letter(recipient, 'Wrong two-factor codes for your Rapport account', [
    'Five or more wrong two-factor codes were entered for your account, after the correct password or in an open session.',
    "If this wasn't you, someone else has your password or an open session. Choose a new password now, which ends all other sessions, and tell the operator of your Rapport server.",
  ])
}

/** Sent because a token outlives the session that created it. */
export function tokenCreatedMail(recipient: Recipient): Mail {
  return letter(recipient, 'An API token for your Rapport account was created', [
    'An API token that can act for your account was created. It works until it expires or until you revoke it in your profile, even after you sign out or choose a new password.',
    "If this wasn't you, revoke it, choose a new password now, and tell the operator of your Rapport server.",
  ])
}

/** Sent after an account was restored from the trash. */
export function adminRestoredMail(recipient: Recipient): Mail {
  return letter(recipient, 'Your Rapport account was restored', [
    'Your account was deleted and has been restored from the trash. You can sign in as before; your previous sessions, API tokens and recovery codes remain invalid.',
    "If you didn't expect this, tell the operator of your Rapport server.",
  ])
}

const TWO_FACTOR = {
  on: 'Two-factor authentication was turned on. From now on, signing in asks for a code from your authenticator app after the password.',
  off: 'Two-factor authentication was turned off in your profile. From now on, signing in asks for your password alone.',
  codes: 'New recovery codes were created in your profile. The old ones no longer work.',
  reset:
    'Two-factor authentication was turned off by the operator of your Rapport server. From now on, signing in asks for your password alone.',
}

export function twoFactorMail(recipient: Recipient, state: keyof typeof TWO_FACTOR): Mail {
  return letter(recipient, 'Two-factor authentication of your Rapport account was changed', [
    TWO_FACTOR[state],
    "If this wasn't you, choose a new password now, and tell the operator of your Rapport server.",
  ])
}
