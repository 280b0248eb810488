import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OperatorError } from '#server/domain/operator-error.ts'
import { OPERATING_PAGE } from '#server/paths.ts'
import { readEnv, SETTINGS } from './env.ts'

it('needs no setting at all', () => {
  expect(readEnv({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    hasDemoData: true,
    logLevel: 'warn',
    databaseUrl: undefined,
  })
})

it('treats an empty variable as not set', () => {
  expect(readEnv({ PORT: '', HOST: '', RAPPORT_DEMO: '', DATABASE_URL: '' })).toEqual(readEnv({}))
})

it('logs each request in production', () => {
  expect(readEnv({ NODE_ENV: 'production' }).logLevel).toBe('info')
})

it('names every variable that cannot be used and what it must be', () => {
  const invalidEnv = {
    PORT: '70000',
    DATABASE_URL: 'mysql://x',
    RAPPORT_DEMO: 'no',
    RAPPORT_ADMIN_EMAIL: 'me@example.org>',
    RAPPORT_ADMIN_PASSWORD: 'short',
    SMTP_URL: 'smtp://mail.example.com',
  }
  expect(() => readEnv(invalidEnv)).toThrow(OperatorError)
  expect(() => readEnv(invalidEnv)).toThrow(
    [
      'PORT must be a port number from 0 to 65535.',
      'DATABASE_URL must be a URL like postgres://user:password@host/database, with special characters such as # or @ in the password percent-encoded (%23, %40).',
      'RAPPORT_ADMIN_EMAIL must be an email address.',
      'RAPPORT_ADMIN_PASSWORD must have at least 8 characters.',
      'RAPPORT_DEMO must be 0 or 1.',
      'MAIL_FROM must be set together with SMTP_URL: it is the sender of the mails.',
    ].join('\n'),
  )
})

it('sends no mail and trusts no proxy unless it is set', () => {
  expect(readEnv({})).toMatchObject({ smtpUrl: undefined, trustedProxies: [], requestsPer10Seconds: 3000 })
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
  [{ MAIL_FROM: 'Rapport' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'A <a@b>\nBcc: <c@d>' }, 'MAIL_FROM must be an email address'],
  [{ RAPPORT_SECRET: 'x'.repeat(64) }, 'RAPPORT_SECRET must be at least 32 random bytes'],
  [{ RAPPORT_SECRET: '0123456789abcdef0123456789abcde' }, 'RAPPORT_SECRET must be at least 32 random bytes'],
  [{ RAPPORT_TRUSTED_PROXIES: '10.0.0.0/33' }, 'RAPPORT_TRUSTED_PROXIES must be comma-separated addresses or networks'],
  [{ RAPPORT_TRUSTED_PROXIES: '::/0' }, 'RAPPORT_TRUSTED_PROXIES must be comma-separated addresses or networks'],
  [
    { RAPPORT_TRUSTED_PROXIES: 'proxy.example.com' },
    'RAPPORT_TRUSTED_PROXIES must be comma-separated addresses or networks',
  ],
  [{ RAPPORT_REQUESTS_PER_10_SECONDS: '0' }, 'RAPPORT_REQUESTS_PER_10_SECONDS must be a number from 1'],
  [{ RAPPORT_SECRET: 'change-me-change-me-change-me-please' }, 'RAPPORT_SECRET must be at least 32 random bytes'],
  [{ HOST: 'http://127.0.0.1' }, 'HOST must be an address or a name, such as 127.0.0.1'],
  [{ RAPPORT_DATA_DIR: '~/rapport' }, 'RAPPORT_DATA_DIR must not begin with ~'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of production, development, test'],
  [
    { RAPPORT_PUBLIC_URL: 'http://console.example.com' },
    'RAPPORT_PUBLIC_URL must begin with https:// and have no path',
  ],
  [
    { RAPPORT_PUBLIC_URL: 'https://example.com/console' },
    'RAPPORT_PUBLIC_URL must begin with https:// and have no path',
  ],
  [{ RAPPORT_STORES: 'app-store,amazon' }, 'RAPPORT_STORES must be app-store, google-play, or both'],
  [{ RAPPORT_STORES: ',' }, 'RAPPORT_STORES must be app-store, google-play, or both'],
  [{ RAPPORT_AUDIT_DAYS: '89' }, 'RAPPORT_AUDIT_DAYS must be a number from 90 to 36500'],
  [{ RAPPORT_METRICS_TOKEN: 'letmein' }, 'RAPPORT_METRICS_TOKEN must be at least 32 random bytes'],
  [{ RAPPORT_METRICS: '1' }, 'RAPPORT_METRICS must be loopback; for other machines set RAPPORT_METRICS_TOKEN'],
  [{ RAPPORT_AUDIT_LOG: 'yes' }, 'RAPPORT_AUDIT_LOG must be 0 or 1'],
  [{ RAPPORT_UPSTREAM: 'https://api.example.com/v1' }, 'RAPPORT_UPSTREAM must be an origin without a path'],
  [{ RAPPORT_UPSTREAM: 'https://user:pass@api.example.com' }, 'RAPPORT_UPSTREAM must be an origin without a path'],
  [{ RAPPORT_MAX_RESPONSE_MIB: '9' }, 'RAPPORT_MAX_RESPONSE_MIB works only with RAPPORT_UPSTREAM'],
  [{ RAPPORT_IMAGE_ORIGINS: 'https://a.example' }, 'RAPPORT_IMAGE_ORIGINS works only with RAPPORT_UPSTREAM'],
])('refuses %j in one line that says what is expected', (variables, message) => {
  expect(() => readEnv(variables)).toThrow(message)
  expect(() => readEnv(variables)).toThrow(/^.+\.$/)
})

const SECRET = 'c2VjcmV0IHRoYXQgbm9ib2R5IGV2ZXIgZ3Vlc3Nlcw'
const BEHIND_A_PROXY = { RAPPORT_PUBLIC_URL: 'https://console.rapport.test', RAPPORT_TRUSTED_PROXIES: '127.0.0.1' }
const ON_POSTGRES = { DATABASE_URL: 'postgres://db/rapport', RAPPORT_SECRET: SECRET }

describe('production', () => {
  it.each([
    ['PostgreSQL without a secret', { DATABASE_URL: 'postgres://db/rapport' }, 'RAPPORT_SECRET must be'],
    ['plain HTTP on all interfaces', { HOST: '0.0.0.0' }, 'RAPPORT_PUBLIC_URL must be the https:// address'],
    ['plain HTTP on a name', { HOST: 'api.internal' }, 'RAPPORT_PUBLIC_URL must be the https:// address'],
    ['TLS without a known proxy', { RAPPORT_PUBLIC_URL: 'https://a.example' }, 'RAPPORT_TRUSTED_PROXIES must name'],
    ['a gateway that sends tokens in clear', { RAPPORT_UPSTREAM: 'http://api:80' }, 'RAPPORT_UPSTREAM must begin with'],
  ])('does not start with %s', (_, variables, message) => {
    expect(() => readEnv({ NODE_ENV: 'production', ...variables })).toThrow(message)
    expect(() => readEnv({ NODE_ENV: 'production', ...variables })).toThrow(/^.+\.$/)
  })

  it.each([
    ['on this machine alone', {}],
    ['behind a proxy', { HOST: '0.0.0.0', ...BEHIND_A_PROXY }],
    ['on PostgreSQL', { HOST: '::1', ...ON_POSTGRES, ...BEHIND_A_PROXY }],
    ['as a gateway', { RAPPORT_UPSTREAM: 'https://api.example.com', ...BEHIND_A_PROXY }],
    ['as a gateway to this machine', { RAPPORT_UPSTREAM: 'http://127.0.0.1:8080' }],
  ])('starts %s', (_, variables) => {
    expect(() => readEnv({ NODE_ENV: 'production', ...variables })).not.toThrow()
  })

  it.each([
    ['smtp://mail.example.com:587', true],
    ['smtps://mail.example.com', true],
    ['smtp://localhost.example.com', true],
    ['smtp://user:pass@127.0.0.1:1025', false],
    ['smtp://[::1]:25', false],
  ])('requires TLS for mail unless the server is on this machine: %s', (SMTP_URL, isRequired) => {
    const set = { SMTP_URL, MAIL_FROM: 'a@example.com' }
    expect(readEnv({ NODE_ENV: 'production', ...set }).smtpNeedsTls).toBe(isRequired)
    expect(readEnv(set).smtpNeedsTls).toBe(false)
  })

  it('adds no sample users unless it is set', () => {
    expect(readEnv({ NODE_ENV: 'production' }).hasDemoData).toBe(false)
    expect(readEnv({ NODE_ENV: 'production', RAPPORT_DEMO: '1' }).hasDemoData).toBe(true)
    expect(readEnv({}).hasDemoData).toBe(true)
  })

  it('accepts a strong secret, and needs none on the embedded database', () => {
    expect(readEnv({ NODE_ENV: 'production', ...ON_POSTGRES }).secret).toBe(SECRET)
    expect(readEnv({ NODE_ENV: 'production' }).secret).toBeUndefined()
  })
})

it.each([
  'postgres://rapport@localhost/rapport',
  'postgresql://rapport:p%23ss%40word@[::1]:5432/rapport?sslmode=verify-full',
  'postgres://rapport@%2Fvar%2Frun%2Fpostgresql/rapport',
  'postgres://rapport:secret@/rapport?host=/var/run/postgresql',
  'postgres:///rapport',
])('accepts the same database URLs as pg_dump: %s', (url) => {
  expect(readEnv({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

it.each([
  { RAPPORT_SECRET: 'canary' },
  { RAPPORT_METRICS_TOKEN: 'canary' },
  { RAPPORT_ADMIN_PASSWORD: 'canary'.repeat(100) },
  { SMTP_URL: 'http://rapport:canary@mail.example', MAIL_FROM: 'a@example.com' },
  { SMTP_URL: 'smtp://rapport:canary@[::1', MAIL_FROM: 'a@example.com' },
  { SMTP_URL: 'smtp://rapport:canary@mail.example' },
  { DATABASE_URL: 'mysql://rapport:canary@127.0.0.1/rapport' },
  { DATABASE_URL: 'postgres://rapport:canary@[::1/rapport' },
])('refuses a secret without quoting it: %j', (variables) => {
  expect(() => readEnv(variables)).toThrow(/./)
  expect(() => readEnv(variables)).not.toThrow('canary')
})

it.each(['#', '@', '/', '?', '%x', '1#', '@x:1#'])(
  'refuses a password that is not percent-encoded, without quoting it: %s',
  (sign) => {
    const address = () => readEnv({ DATABASE_URL: `postgres://rapport:${sign}canary@db.example/rapport` })
    expect(address).toThrow('DATABASE_URL must be a URL like')
    expect(address).not.toThrow('canary')
  },
)

it('makes the path of the data folder absolute', () => {
  expect(readEnv({ RAPPORT_DATA_DIR: 'some/data' }).dataDir).toBe(resolve('some/data'))
})

describe('a name that is not a setting', () => {
  it.each([
    ['RAPPORT_PUBLIK_URL', 'RAPPORT_PUBLIK_URL is not a setting. Did you mean RAPPORT_PUBLIC_URL?'],
    ['rapport_demo', 'rapport_demo is not a setting. Did you mean RAPPORT_DEMO?'],
    ['RAPPORT_SMTP_URL', 'RAPPORT_SMTP_URL is not a setting. Did you mean SMTP_URL?'],
    ['RAPPORT_PORT', 'RAPPORT_PORT is not a setting. Did you mean PORT?'],
    ['RAPPORT_COLOUR_SCHEME', `RAPPORT_COLOUR_SCHEME is not a setting; ${OPERATING_PAGE} lists them all.`],
  ])('is refused if it has our prefix, with a suggestion: %s', (name, message) => {
    expect(() => readEnv({ [name]: '1', PORT: 'x' })).toThrow(`PORT must be a port number from 0 to 65535.\n${message}`)
  })

  it('is ignored if it is empty or may belong to another program', () => {
    const others = { RAPPORT_DEM: '', PUBLIC_URL: 'x', SMTP_URI: 'x', RAPPORTEUR: 'x' }
    // Kubernetes and Docker set these in every container for a service named `rapport`.
    const ofServices = {
      RAPPORT_SERVICE_HOST: '10.0.0.1',
      RAPPORT_SERVICE_PORT_HTTP: '80',
      RAPPORT_PORT: 'tcp://10.0.0.1:80',
      RAPPORT_DB_PORT_5432_TCP_ADDR: '10.0.0.2',
    }
    expect(readEnv({ ...others, ...ofServices })).toEqual(readEnv({}))
  })

  it('is accepted if the tool or the tests read it', () => {
    const root = join(import.meta.dirname, '../../../..')
    const files = globSync(['packages/*/{src,bin,bench,stress,e2e}/**/*.{ts,tsx,mjs,cjs}', 'scripts/*.mjs'], {
      cwd: root,
    })
    const sources = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const read = [...sources.matchAll(/\benv(?:\.|\[')(RAPPORT_\w+)/g)].map(([, name = '']) => name)
    const names = new Set(read.filter((name) => !SETTINGS.includes(name)))
    expect([...names]).toContain('RAPPORT_TOKEN')
    expect(() => readEnv(Object.fromEntries([...names].map((name) => [name, '1'])))).not.toThrow()
  })
})

describe('a gateway', () => {
  const UPSTREAM = 'https://API.example.com:443/'

  it('normalises its origins for the content security policy', () => {
    const images = 'HTTPS://A.Example:443/,https://ä.example, http://[::1]:8080'
    expect(readEnv({ RAPPORT_UPSTREAM: UPSTREAM, RAPPORT_IMAGE_ORIGINS: images })).toMatchObject({
      upstream: 'https://api.example.com',
      imageOrigins: ['https://a.example', 'https://xn--4ca.example', 'http://[::1]:8080'],
    })
  })

  it.each([
    "https://a.example;script-src'unsafe-inline'",
    'https://*.example',
    'https://a.example/images',
    'https://a.example https://b.example',
  ])('refuses an invalid image origin: %s', (images) => {
    const set = { RAPPORT_UPSTREAM: UPSTREAM, RAPPORT_IMAGE_ORIGINS: images }
    expect(() => readEnv(set)).toThrow('RAPPORT_IMAGE_ORIGINS must be comma-separated origins')
  })

  it.each([
    ['DATABASE_URL', 'postgres://db/rapport'],
    ['RAPPORT_REQUESTS_PER_10_SECONDS', '10'],
    ['RAPPORT_AUDIT_DAYS', '100'],
    ['RAPPORT_STORES', 'google-play'],
    ['RAPPORT_METRICS', 'loopback'],
    ['RAPPORT_AUDIT_LOG', '1'],
  ])('refuses %s', (name, value) => {
    expect(() => readEnv({ RAPPORT_UPSTREAM: UPSTREAM, [name]: value })).toThrow(`${name} cannot be combined with`)
  })
})

it('reads the settings that docs/operating.md lists, and no other', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8')
  const rows = document.split('\n').filter((line) => line.startsWith('| `'))
  const names = rows.map((line) => line.split('|', 2).join('')).join(' ')
  const described = [...names.matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name = '']) => name)
  expect(described.toSorted(byText)).toEqual(SETTINGS.toSorted(byText))
})

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
