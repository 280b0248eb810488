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
  return { to, subject, text: `${[greeting, ...paragraphs.map(wrapped), SIGNATURE].join('\n\n')}\n` }
}

/** Wraps a paragraph, since mail programs show plain text unchanged; an indented one stays as it is. */
function wrapped(paragraph: string): string {
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

/** The code is in the text only: a subject shows on lock screens and in logs of mail servers. */
export function codeMail(recipient: Recipient, code: string, minutes: number): Mail {
  return letter(recipient, 'Your one-time code for Rapport', [
    'here is the code to choose a new password with:',
    `    ${code}`,
    `It is good for ${minutes} minutes and for one use. If you asked for several, only the newest one works.`,
    'You did not ask for it? Then nothing has happened and there is nothing to do. Please never pass the code on: your Rapport operator will never ask you for it.',
  ])
}

/** Sent instead of a code after too many wrong ones. */
export function resetStoppedMail(recipient: Recipient): Mail {
  return letter(recipient, 'Your Rapport password cannot be reset by mail', [
    'you asked for a code to choose a new password with. There were too many wrong codes for your account, so no more codes are sent: this may be an attempt to guess them.',
    'Signing in with your password makes it possible again. If you do not know it, please ask the operator of your Rapport server.',
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
    `your password was changed ${where}. ${sessions} API tokens keep working until you revoke them in your profile.`,
    'That was not you? Then please choose a new password at once by "Forgot your password?" on the sign-in page, and tell the operator of your Rapport server.',
  ])
}

/** Sent to the old address. */
export function emailChangedMail(recipient: Recipient): Mail {
  return letter(recipient, 'The e-mail address of your Rapport account was changed', [
    'your account has another e-mail address now, so this is the last mail to this one.',
    'That was not you? Then please tell the operator of your Rapport server.',
  ])
}

/** Sent when a known IP block has used up its tries. */
export function signInFailuresMail(recipient: Recipient): Mail {
  return letter(recipient, 'Many failed sign-ins to your Rapport account', [
    'a wrong password was entered for your account many times in a row, from a network that you have signed in from before. One sign-in in 30 seconds is possible from there until one succeeds.',
    'That was not you? Then please choose a new password by "Forgot your password?" on the sign-in page, and tell the operator of your Rapport server.',
  ])
}

/** Sent after a sign-in from an IP block that the owner has not used lately. */
export function newPlaceMail(recipient: Recipient): Mail {
  return letter(recipient, 'A sign-in to your Rapport account from a new place', [
    'there was a sign-in to your account from a place that it was not used from lately. Your profile lists where you are signed in, and ends each of these sessions.',
    'That was not you? Then please choose a new password at once, which ends all other sessions, and tell the operator of your Rapport server.',
  ])
}

/** Sent when the password was right and no code has come yet. */
export function passwordEnteredMail(recipient: Recipient): Mail {
  return letter(recipient, 'Your Rapport password was entered at a new place', [
    'your password was entered at a place that your account was not used from lately. Signing in there also takes a two-factor code.',
    'That was not you? Then your password is known to others. Please choose a new one at once, and tell the operator of your Rapport server.',
  ])
}

/** Sent when wrong codes have used up a limit. */
export function wrongCodesMail(recipient: Recipient): Mail {
  return letter(recipient, 'Wrong two-factor codes for your Rapport account', [
    'five or more wrong two-factor codes were entered for your account, after your password or where you are signed in.',
    'That was not you? Then your password or a session is known to others. Please choose a new password at once, which ends all other sessions, and tell the operator of your Rapport server.',
  ])
}

/** Sent because a token outlives the session that created it. */
export function tokenCreatedMail(recipient: Recipient): Mail {
  return letter(recipient, 'An API token for your Rapport account was created', [
    'an API token was created that can act for your account. It works until it expires or until you revoke it in your profile, even after you sign out or choose a new password.',
    'That was not you? Then please revoke it, choose a new password at once, and tell the operator of your Rapport server.',
  ])
}

/** Sent after an account was restored from the trash. */
export function adminRestoredMail(recipient: Recipient): Mail {
  return letter(recipient, 'Your Rapport account was restored', [
    'your account was deleted and has been restored from the trash. You can sign in as before; sessions, API tokens and recovery codes stay ended.',
    'You did not expect this? Then please tell the operator of your Rapport server.',
  ])
}

const TWO_FACTOR = {
  on: 'two-factor authentication was turned on. From now on, signing in asks for a code of your authenticator app after the password.',
  off: 'two-factor authentication was turned off in your profile. From now on, signing in asks for your password alone.',
  codes: 'new recovery codes were created in your profile. The old ones no longer work.',
  reset:
    'two-factor authentication was turned off by the operator of your Rapport server. From now on, signing in asks for your password alone.',
}

export function twoFactorMail(recipient: Recipient, state: keyof typeof TWO_FACTOR): Mail {
  return letter(recipient, 'Two-factor authentication of your Rapport account was changed', [
    TWO_FACTOR[state],
    'That was not you? Then please choose a new password at once, and tell the operator of your Rapport server.',
  ])
}
