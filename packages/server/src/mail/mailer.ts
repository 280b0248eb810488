import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { SECOND } from '#server/domain/time.ts'
import type { Mail } from './mail-texts.ts'

/** Sends a mail; throws on failure. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>
}

const TIMEOUTS = {
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 20 * SECOND,
}

/** A delivery that takes longer counts as failed. */
export const SEND_MS = 60 * SECOND

interface SmtpOptions {
  url: string
  from: string
  /** Whether to refuse a server without STARTTLS, unless the URL says `?requireTLS=false`. */
  needsTls?: boolean
}

/** Creates a mailer that sends by SMTP. The URL is `smtp://` (STARTTLS if offered) or `smtps://`, with user and password. */
export function createSmtpMailer({ url, from, needsTls = false }: SmtpOptions): Mailer {
  return {
    async send(mail) {
      // Loaded on demand, since it would delay every start.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url, requireTLS: needsTls, ...TIMEOUTS })
      await transport.sendMail(toMessage(mail, from))
    },
  }
}

/** Creates a mailer that writes each mail to an .eml file instead of sending it; `onWritten` gets the path. */
export function createFileMailer({
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
      const { message: bytes } = await transport.sendMail(toMessage(mail, from))
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const file = join(dir, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`)
      await writeFile(file, bytes, { mode: 0o600, flag: 'wx' })
      onWritten(file)
    },
  }
}

function toMessage({ to, subject, text }: Mail, from: string): SendMailOptions {
  return {
    from,
    // An object is always a single address, even with commas and brackets.
    to: { name: '', address: to },
    subject,
    text,
    // RFC 3834: suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
