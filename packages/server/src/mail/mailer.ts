import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mail-texts.ts'

/** Hands a mail on; throws when it could not. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>
}

const SECOND = 1000
const TIMEOUTS = {
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 20 * SECOND,
}

/** The longest a mail may be under way before it counts as lost. */
export const SEND_MS = 60 * SECOND

interface SmtpOptions {
  url: string
  from: string
  /** A server without STARTTLS gets neither password nor mail, unless the URL says `?requireTLS=false`. */
  needsTls?: boolean
}

/** Sends by SMTP; the URL is `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password. */
export function smtpMailer({ url, from, needsTls = false }: SmtpOptions): Mailer {
  return {
    async send(mail) {
      // Loaded at the first mail: it would make every start slower.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url, requireTLS: needsTls, ...TIMEOUTS })
      await transport.sendMail(message(mail, from))
    },
  }
}

/** Without an SMTP server: writes each mail to a file that mail programs can open. `onWritten` gets its path. */
export function fileMailer({
  dir,
  from,
  onWritten,
}: {
  dir: string
  from: string
  onWritten: (file: string) => void
}): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await transport.sendMail(message(mail, from))
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const file = join(dir, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`)
      await writeFile(file, bytes, { mode: 0o600, flag: 'wx' })
      onWritten(file)
    },
  }
}

function message({ to, subject, text }: Mail, from: string): SendMailOptions {
  return {
    from,
    // As an object it is one address, whatever commas and brackets stand in it.
    to: { name: '', address: to },
    subject,
    text,
    // RFC 3834: no holiday notice comes back.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
