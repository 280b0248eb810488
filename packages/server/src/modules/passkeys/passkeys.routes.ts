import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createPasskeysService } from './passkeys.service.ts'

export function passkeysRoutes(route: ContractRoute, passkeys: ReturnType<typeof createPasskeysService>): void {
  route('listPasskeys', async (_, caller) => ({ message: 'Your passkeys.', data: await passkeys.listPasskeys(caller) }))

  route('startPasskey', async (_, caller) => ({
    message: 'Let your device make a passkey.',
    data: await passkeys.startPasskey(caller),
  }))

  route('addPasskey', async ({ body }, caller) => ({
    message: 'The passkey was added.',
    data: await passkeys.addPasskey(caller, body),
  }))

  route('removePasskey', async ({ params }, caller) => {
    await passkeys.removePasskey(caller, params.id)
    return { message: 'The passkey was removed.' }
  })

  route('startPasskeySignIn', async () => ({
    message: 'Let your device sign in.',
    data: passkeys.startPasskeySignIn(),
  }))

  route('startPasskeyConfirmation', async (_, caller) => ({
    message: 'Let your device confirm that it is you.',
    data: await passkeys.startPasskeyConfirmation(caller),
  }))

  route('disablePassword', async (_, caller) => {
    await passkeys.disablePassword(caller)
    return { message: 'Only your passkeys sign in now.' }
  })
}
