import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startSmtpServer } from '#server/testing/network/smtp.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { composeCodeMail, composeResetStoppedMail } from './mail-texts.ts'
import { createFileMailer, createSmtpMailer } from './mailer.ts'
import { NOTICES } from './notices.ts'

const FROM = 'Rapport <rapport@example.com>'
const MAIL = { to: 'admin@example.com', subject: 'About it', text: 'Hello.\n' }

describe('smtpMailer', () => {
  it('signs in and sends the mail', async () => {
    await using smtp = await startSmtpServer()
    await createSmtpMailer({ url: smtp.url, from: FROM }).send(
      composeCodeMail({ to: 'admin@example.com', firstName: 'Zoë' }, '012345', 10),
    )
    const [mail] = smtp.received
    expect(mail).toMatchObject({ from: 'rapport@example.com', to: ['admin@example.com'], user: 'rapport' })
    expect(mail?.raw).toMatch(/^From: Rapport <rapport@example.com>\r$/m)
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(mail?.raw).toMatch(/^ {4}012345\r$/m)
    expect(mail?.raw).toMatch(/^Subject: Your one-time code for Rapport\r$/m)
  })

  it('treats an address as one address, and never as a header', async () => {
    await using smtp = await startSmtpServer()
    const mailer = createSmtpMailer({ url: smtp.url, from: FROM })
    await mailer.send({ ...MAIL, to: 'a,b@example.com', subject: 'About\r\nBcc: evil@example.com' })
    expect(smtp.received[0]?.to).toHaveLength(1)
    expect(smtp.received[0]?.raw).not.toMatch(/^Bcc/im)
  })

  it('sends neither mail nor password to a server without TLS if TLS is required', async () => {
    await using smtp = await startSmtpServer()
    for (const url of [smtp.url, `${smtp.url}?ignoreTLS=true`]) {
      const mailer = createSmtpMailer({ url, from: FROM, needsTls: true })
      await expect(mailer.send(MAIL)).rejects.toMatchObject({ code: 'ETLS' })
    }
    expect([smtp.received, smtp.tried]).toEqual([[], []])
    await createSmtpMailer({ url: `${smtp.url}?requireTLS=false`, from: FROM, needsTls: true }).send(MAIL)
    expect(smtp.received).toHaveLength(1)
  })

  it('throws when the server refuses it or cannot be reached', async () => {
    const smtp = await startSmtpServer()
    await expect(
      createSmtpMailer({ url: smtp.url.replace('mail%20', ''), from: FROM }).send(MAIL),
    ).rejects.toMatchObject({
      code: 'EAUTH',
    })
    await smtp[Symbol.asyncDispose]()
    await expect(createSmtpMailer({ url: smtp.url, from: FROM }).send(MAIL)).rejects.toMatchObject({ code: 'ESOCKET' })
  })
})

describe('fileMailer', () => {
  it('writes a mail that only its owner may read, and reports its path', async () => {
    const dir = join(temporaryFolder(), 'mail')
    const files: string[] = []
    const mailer = createFileMailer({ dir, from: FROM, onWritten: (file) => files.push(file) })
    await mailer.send(composeCodeMail({ to: 'admin@example.com' }, '012345', 10))
    await mailer.send(MAIL)
    expect(
      readdirSync(dir)
        .map((name) => join(dir, name))
        .toSorted(),
    ).toEqual(files.toSorted())
    const [file = ''] = files
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    expect(readFileSync(file, 'utf8')).toMatch(/^To: admin@example.com\r$/m)
    expect(readFileSync(file, 'utf8')).toMatch(/^ {4}012345\r$/m)
    expect(file).not.toContain('admin')
  })
})

describe('every mail', async () => {
  const job = { recipient: 'a@example.com', requestedAt: 0, requesterDigest: null, isFirstAttempt: true }
  const notices = await Promise.all(Object.values(NOTICES).map(({ compose }) => compose(job)))

  it.each([
    composeCodeMail({ to: 'a@example.com', firstName: 'Ada' }, '012345', 10),
    composeCodeMail({ to: 'a@example.com', firstName: null }, '012345', 10),
    composeResetStoppedMail({ to: 'a@example.com' }),
    ...notices.filter((notice) => 'subject' in notice),
  ])('greets, says what to do if it was unexpected, and has no code in its subject: $subject', (mail) => {
    expect(mail.text).toMatch(/^Hello(?: Ada)?,\n\n/)
    expect(mail.text).toMatch(
      /If\syou\sdidn't\s(?:request\sit|expect\sthis)|If\sthis\swasn't\syou|someone\smay\sbe\sguessing/,
    )
    expect(mail.text).toMatch(/\n\n--\nRapport\n$/)
    expect(mail.subject).not.toMatch(/\d/)
  })
})
