import { expect, test } from 'vitest'
import { isolatedCli } from '../../../test/support/isolated-cli.ts'

const { run, signIn } = isolatedCli()

const list = async () => JSON.parse((await run(['sessions', 'list', '--json'])).stdout)

test('lists sessions with their device, and ends one or all others', async () => {
  await signIn('--profile', 'first')
  await signIn('--profile', 'second')
  await signIn()
  const { stdout, stderr } = await run(['sessions', 'list'], { tty: true, columns: 120 })
  expect(stdout).toMatch(/^[0-9a-f]{16} +Rapport tool on \w+ +127\.0\.0\.1 +\d{4}-\d\d-\d\d .* yes$/m)
  expect(stderr).toBe('3 sessions\n')

  const [current, otherSession] = await list()
  expect([current.current, otherSession.current]).toEqual([true, false])
  expect(await run(['sessions', 'revoke', otherSession.id, '--yes'])).toMatchObject({ code: 0, stderr: '1 deleted\n' })
  expect(await run(['sessions', 'revoke', otherSession.id, '--yes'])).toMatchObject({ code: 3 })
  const others = await run(['sessions', 'revoke', '--others', '--yes', '--json'])
  expect(JSON.parse(others.stdout)).toEqual({ ended: 1 })
  expect(await list()).toEqual([expect.objectContaining({ id: current.id })])
})

test.each([[['sessions', 'revoke']], [['sessions', 'revoke', 'a', '--others']]])(
  '%j is a usage error',
  async (argv) => {
    expect(await run(argv)).toMatchObject({ code: 2 })
  },
)

test('revokes nothing without --yes or a terminal', async () => {
  await signIn()
  expect(await run(['sessions', 'revoke', '--others'])).toMatchObject({ code: 2 })
})
