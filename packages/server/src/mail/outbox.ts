import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Database } from '#server/db/client.ts'
import { CLOCK_SKEW_MS, DAY, MINUTE } from '#server/domain/time.ts'
import { isOver, type Limiter } from '#server/security/limits/limiter.ts'
import type { Mail } from './mail-texts.ts'
import { type Mailer, SEND_MS } from './mailer.ts'
import { claimMails, deleteMails, type OutboxRow, postponeMail } from './outbox.repo.ts'

export interface MailJob {
  recipient: string
  requestedAt: number
  requesterDigest: string | null
  isFirstAttempt: boolean
}

export interface MailKind {
  /** Composes the mail for each attempt, or returns why none is sent. */
  compose: (job: MailJob) => Promise<Mail | Withheld>
  /** Milliseconds from the request until the mail is given up. */
  maxAgeMs: number
  /** How many of this kind an address gets a day; undefined if they are limited elsewhere. */
  maxPerDay?: number
}

/** A mail that is not sent. */
export interface Withheld {
  /** For the log, without personal data. */
  reason: string
}

interface OutboxDeps {
  database: Database
  mailer: Mailer
  clock: () => Date
  kinds: Readonly<Record<string, MailKind>>
  limiter: Limiter
  log: { info: (fields: object, message: string) => void; error: (fields: object, message: string) => void }
}

const LEASE_MS = 2 * SEND_MS
const BATCH_SIZE = 5
const FIRST_WAIT_MS = 5000
const MAX_WAIT_MS = 5 * MINUTE

/**
 * Sends due mails; several processes may run it. If one ends while sending, another process sends the mail: it may arrive
 * twice, and is given up only after `maxAgeMs`.
 */
export function createOutbox({ database, mailer, clock, kinds, limiter, log }: OutboxDeps) {
  const { db } = database

  async function sendDue(isStopping: () => boolean): Promise<void> {
    while (!isStopping()) {
      const now = clock().getTime()
      const jobs = await claimMails(database, {
        now,
        leasedUntil: now + LEASE_MS,
        latestDueAt: now + MAX_WAIT_MS + CLOCK_SKEW_MS,
        limit: BATCH_SIZE,
      })
      if (jobs.length === 0) return
      await Promise.all(jobs.map(send))
    }
  }

  async function send(job: OutboxRow): Promise<void> {
    const { id, kind, recipient, created_at: requestedAt, asked_from: requesterDigest, attempts } = job
    try {
      const isFirstAttempt = attempts === 1
      const { compose, maxPerDay } = findMailKind(kind)
      const mail = !isInTime(job, clock().getTime())
        ? { reason: 'too late' }
        : isFirstAttempt && (await isOneTooMany(job, maxPerDay))
          ? { reason: 'too many today' }
          : await compose({ recipient, requestedAt, requesterDigest, isFirstAttempt })
      if ('reason' in mail) {
        log.info({ kind, why: mail.reason }, 'mail withheld')
      } else {
        await mailer.send(mail)
        log.info({ kind, attempts }, 'mail sent')
      }
    } catch (error) {
      await retryLater(job, error)
      return
    }
    await deleteMails(db, [id])
  }

  async function isOneTooMany({ kind, recipient }: OutboxRow, max: number | undefined): Promise<boolean> {
    if (max === undefined) return false
    const use = { limit: { name: 'mail', max, windowMs: DAY }, subject: [kind, uniqueKey(recipient)] }
    return (await database.transaction((trx) => limiter.count(trx, [use]))).some(isOver)
  }

  async function retryLater(job: OutboxRow, error: unknown): Promise<void> {
    const { id, kind, attempts } = job
    const dueAt = clock().getTime() + Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS)
    const willRetry = isInTime(job, dueAt)
    log.error(
      { kind, attempts, cause: loggableCause(error) },
      willRetry ? 'mail not sent, will try again' : 'mail given up',
    )
    if (willRetry) await postponeMail(db, id, dueAt)
    else await deleteMails(db, [id])
  }

  /** Compares in both directions, since a wrong clock may have dated the mail ahead. */
  function isInTime({ kind, created_at }: OutboxRow, time: number): boolean {
    return Math.abs(time - created_at) < (kinds[kind]?.maxAgeMs ?? 0)
  }

  function findMailKind(kind: string): MailKind {
    const mailKind = kinds[kind]
    if (mailKind === undefined) throw new Error(`There is no mail of the kind ${kind}.`)
    return mailKind
  }

  return { sendDue }
}

/** Removes email addresses, which the reply of a mail server may contain and the log must not. */
function loggableCause(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? String(error.code) : undefined
  const command = 'command' in error ? String(error.command) : undefined
  return { code, command, message: withoutAddresses(error.message) }
}

/** Splits the message into words, since a regular expression for addresses could take hours on a hostile reply. */
function withoutAddresses(message: string): string {
  return message
    .split(/([\s<>]+)/)
    .map((part) => (part.includes('@') ? '<address>' : part))
    .join('')
}
