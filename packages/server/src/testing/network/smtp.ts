import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  user: string
  /** Headers and text. */
  raw: string
}

/** Starts an SMTP server on 127.0.0.1 for clients that sign in as `rapport` with `mail password`. */
export async function startSmtpServer() {
  const mails: ReceivedMail[] = []
  const userNames: string[] = []
  const resolvers: ((mail: ReceivedMail) => void)[] = []
  async function receive(stream: Readable, { envelope, user }: SMTPServerSession, done: () => void): Promise<void> {
    const { mailFrom, rcptTo } = envelope
    const mail = {
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      user: String(user),
      raw: await text(stream),
    }
    mails.push(mail)
    resolvers.shift()?.(mail)
    done()
  }
  const smtp = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      userNames.push(String(username))
      if (username === 'rapport' && password === 'mail password') done(null, { user: username })
      else done(new Error('Wrong user or password'))
    },
    onData(stream, session, done) {
      void receive(stream, session, done)
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://rapport:mail%20password@127.0.0.1:${port}`,
    received: mails,
    /** Users who tried to sign in. */
    tried: userNames,
    next: () => new Promise<ReceivedMail>((resolve) => resolvers.push(resolve)),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
