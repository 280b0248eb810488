import { emailChangedMail, type Mail, passwordChangedMail } from './mail-texts.ts'
import type { MailKind } from './outbox.ts'

const DAY = 24 * 60 * 60 * 1000

/** What admins are told of their accounts; a mail server may be away for a day without that being lost. */
export const NOTICES: Readonly<Record<string, MailKind>> = {
  password_reset: notice((to) => passwordChangedMail({ to }, 'reset')),
  password_set: notice((to) => passwordChangedMail({ to }, 'operator')),
  password_changed: notice((to) => passwordChangedMail({ to }, 'settings')),
  email_changed: notice((to) => emailChangedMail({ to })),
}

function notice(text: (to: string) => Mail): MailKind {
  return { compose: async ({ recipient }) => text(recipient), worthMs: DAY }
}
