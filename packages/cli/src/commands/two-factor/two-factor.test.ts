import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { runCli } from '../../../test/support/run-cli.ts'
import { signedInMachine } from '../../../test/support/signed-in-machine.ts'

/** Creates a machine whose admin has turned on two-factor authentication. */
async function machineWithTwoFactor() {
  const machine = await signedInMachine()
  let secret = ''
  const code = () => new TOTP({ secret }).generate({ timestamp: machine.server.clock().getTime() })
  const firstCode = (screen: string) => {
    secret = /the key: (\w+)/.exec(screen)?.[1] ?? ''
    return `${code()}\r`
  }
  const enabled = await machine.run(['two-factor', 'enable'], {
    tty: true,
    isStdoutPiped: true,
    answers: [[/First code: $/, firstCode]],
  })
  // A code works once, and changes every 30 seconds.
  machine.server.advance(30_000)
  return { ...machine, enabled, code }
}

test('enable shows the key and its QR code, and prints recovery codes after the right first code', async () => {
  await using machine = await machineWithTwoFactor()
  const { code, stdout, stderr } = machine.enabled
  expect(code).toBe(0)
  expect(stdout.trim().split('\n')).toHaveLength(10)
  expect(stderr).toMatch(/[▀▄█]{20}/)
  expect(stderr).not.toContain(stdout.split('\n')[0])
  const status = await machine.run(['two-factor', 'status', '--json'])
  expect(JSON.parse(status.stdout)).toMatchObject({ enabled: true, recovery_codes_left: 10 })
})

test('login asks for the code on a terminal', async () => {
  await using machine = await machineWithTwoFactor()
  const { email } = machine
  const answers = [
    [/Password: $/, `${machine.password}\r`],
    [/Code: $/, `${machine.code()}\r`],
  ] as const
  const { code, stderr } = await machine.run(['login', '--email', email], { tty: true, answers })
  expect(code).toBe(0)
  expect(stderr).toContain(`as ${email} (profile default).`)
  expect(await machine.run(['whoami'])).toMatchObject({ code: 0 })
})

test('login reads the code from the second line of standard input, or says that it is missing', async () => {
  await using machine = await machineWithTwoFactor()
  const withoutCode = await machine.login(`${machine.password}\n`)
  expect(withoutCode.code).toBe(4)
  expect(withoutCode.stderr).toContain(
    'Run rapport login on a terminal, or use --password-stdin with the code on line 2.',
  )
  const wrongCode = await machine.login(`${machine.password}\n000000\n`)
  expect(wrongCode).toMatchObject({
    code: 4,
    stderr: 'error: This code is wrong. Please try the next one. (401 Unauthorized)\n',
  })
  expect(await machine.login(`${machine.password}\n${machine.code()}\n`)).toMatchObject({ code: 0 })
})

test('the recovery codes are replaced, and two-factor authentication is turned off, with --yes', async () => {
  await using machine = await machineWithTwoFactor()
  const [oldCode] = machine.enabled.stdout.split('\n')
  expect(await machine.run(['two-factor', 'recovery-codes'])).toMatchObject({ code: 2 })
  const renewed = await machine.run(['two-factor', 'recovery-codes', '--yes', '--json'])
  const [firstCode] = JSON.parse(renewed.stdout).recovery_codes
  expect(await machine.login(`${machine.password}\n${oldCode}\n`)).toMatchObject({ code: 4 })
  expect(await machine.login(`${machine.password}\n${firstCode}\n`)).toMatchObject({ code: 0 })
  expect(await machine.run(['two-factor', 'disable', '--yes'])).toMatchObject({
    code: 0,
    stderr: 'Two-factor authentication is off.\n',
  })
  expect(await machine.login(machine.password)).toMatchObject({ code: 0 })
})

test('enable needs a terminal', async () => {
  const { code, stderr } = await runCli(['two-factor', 'enable'])
  expect(code).toBe(2)
  expect(stderr).toContain('requires a terminal')
})
