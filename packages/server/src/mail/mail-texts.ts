/** A mail without its sender, which the mailer adds. */
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
const LINE_LENGTH = 72

export function composeMail({ to, firstName }: Recipient, subject: string, paragraphs: readonly string[]): Mail {
  const greeting = firstName ? `Hello ${firstName},` : 'Hello,'
  return { to, subject, text: `${[greeting, ...paragraphs.map(wrapParagraph), SIGNATURE].join('\n\n')}\n` }
}

/** Wraps a paragraph, since mail programs do not wrap plain text; an indented paragraph is left unchanged. */
function wrapParagraph(paragraph: string): string {
  if (paragraph.startsWith(' ')) return paragraph
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= LINE_LENGTH) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** Composes the mail with a code, which is not in the subject: lock screens and logs of mail servers show subjects. */
export function composeCodeMail(recipient: Recipient, code: string, minutes: number): Mail {
  return composeMail(recipient, 'Your one-time code for Rapport', [
    'Use this code to choose a new password:',
    `    ${code}`,
    `It is valid for ${minutes} minutes and works once. If you requested several codes, only the newest one works.`,
    "If you didn't request it, ignore this message. Never share the code: your Rapport operator will never ask for it.",
  ])
}

/** Composes the mail that is sent instead of a code after too many wrong ones. */
export function composeResetStoppedMail(recipient: Recipient): Mail {
  return composeMail(recipient, 'Your Rapport password cannot be reset by email', [
    'You requested a code to reset your password. Too many wrong codes were entered for your account, so no more are sent: someone may be guessing.',
    "To allow resets again, sign in with your password. If you don't know it, ask the operator of your Rapport server.",
  ])
}
