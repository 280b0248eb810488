import { expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

it('needs no setting at all', () => {
  expect(readEnv({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    demo: true,
    logLevel: 'warn',
    databaseUrl: undefined,
  })
})

it('takes an empty variable for one that is not set', () => {
  expect(readEnv({ PORT: '', HOST: '', RAPPORT_DEMO: '', DATABASE_URL: '' })).toEqual(readEnv({}))
})

it('logs each request in production', () => {
  expect(readEnv({ NODE_ENV: 'production' }).logLevel).toBe('info')
})

it('names every variable that cannot be used and what it must be', () => {
  const wrong = { PORT: '70000', DATABASE_URL: 'mysql://x', RAPPORT_DEMO: 'no', RAPPORT_ADMIN_PASSWORD: 'short' }
  expect(() => readEnv(wrong)).toThrow(EnvError)
  expect(() => readEnv(wrong)).toThrow(
    [
      'PORT must be a port number from 0 to 65535.',
      'DATABASE_URL must be a URL that begins with postgres:// or postgresql://.',
      'RAPPORT_ADMIN_PASSWORD must have at least 8 characters.',
      'RAPPORT_DEMO must be 0 or 1.',
    ].join('\n'),
  )
})

it('sends no mail and believes no proxy unless it is told how', () => {
  expect(readEnv({})).toMatchObject({ smtpUrl: undefined, trustedProxies: [], requestsPer10Seconds: 300 })
  const set = {
    SMTP_URL: 'smtps://user:p%40ss@mail.example.com',
    MAIL_FROM: 'Rapport <rapport@example.com>',
    RAPPORT_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,127.0.0.1',
    RAPPORT_REQUESTS_PER_10_SECONDS: '1000',
  }
  expect(readEnv(set)).toMatchObject({
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    trustedProxies: ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1'],
    requestsPer10Seconds: 1000,
  })
})

it.each([
  [{ SMTP_URL: 'mail.example.com', MAIL_FROM: 'a@b' }, 'SMTP_URL must be a URL like smtp://'],
  [{ SMTP_URL: 'smtp:///', MAIL_FROM: 'a@b' }, 'SMTP_URL must be a URL like smtp://'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM must be set together with SMTP_URL'],
  [{ MAIL_FROM: 'Rapport' }, 'MAIL_FROM must be an e-mail address'],
  [{ MAIL_FROM: 'A <a@b>\nBcc: <c@d>' }, 'MAIL_FROM must be an e-mail address'],
  [{ RAPPORT_SECRET: 'x'.repeat(64) }, 'RAPPORT_SECRET must have at least 32 bytes'],
  [{ RAPPORT_SECRET: '0123456789abcdef0123456789abcde' }, 'RAPPORT_SECRET must have at least 32 bytes'],
  [{ RAPPORT_TRUSTED_PROXIES: '10.0.0.0/33' }, 'RAPPORT_TRUSTED_PROXIES must be addresses or networks'],
  [{ RAPPORT_TRUSTED_PROXIES: '10.0.0.0/8/8' }, 'RAPPORT_TRUSTED_PROXIES must be addresses or networks'],
  [{ RAPPORT_TRUSTED_PROXIES: 'true' }, 'RAPPORT_TRUSTED_PROXIES must be addresses or networks'],
  [{ RAPPORT_TRUSTED_PROXIES: 'proxy.example.com' }, 'RAPPORT_TRUSTED_PROXIES must be addresses or networks'],
  [{ RAPPORT_REQUESTS_PER_10_SECONDS: '0' }, 'RAPPORT_REQUESTS_PER_10_SECONDS must be a number from 1'],
  [{ RAPPORT_REQUESTS_PER_10_SECONDS: '1000001' }, 'RAPPORT_REQUESTS_PER_10_SECONDS must be a number from 1'],
  [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/rapport' }, 'RAPPORT_SECRET must have at least 32 bytes'],
])('refuses %j in one line that says what is expected', (variables, complaint) => {
  expect(() => readEnv(variables)).toThrow(complaint)
  expect(() => readEnv(variables)).toThrow(/^.+\.$/)
})

it('takes a secret of its own in production, and needs none on the embedded database', () => {
  const secret = 'c2VjcmV0IHRoYXQgbm9ib2R5IGV2ZXIgZ3Vlc3Nlcw'
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/rapport', RAPPORT_SECRET: secret }
  expect(readEnv(production).secret).toBe(secret)
  expect(readEnv({ NODE_ENV: 'production' }).secret).toBeUndefined()
})
