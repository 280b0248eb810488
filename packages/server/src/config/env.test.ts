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
