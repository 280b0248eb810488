import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createPasskeysService } from './passkeys.service.ts'

export function passkeysRoutes(route: ContractRoute, passkeys: ReturnType<typeof createPasskeysService>): void {
  route.data('listPasskeys', 'Your passkeys.', (_, caller) => passkeys.listPasskeys(caller))

  route.data('startPasskey', 'Let your device make a passkey.', (_, caller) => passkeys.startPasskey(caller))

  route.data('addPasskey', 'The passkey was added.', ({ body }, caller) => passkeys.addPasskey(caller, body))

  route.data('removePasskey', 'The passkey was removed.', ({ params }, caller) =>
    passkeys.removePasskey(caller, params.id),
  )

  route.data('startPasskeySignIn', 'Let your device sign in.', async () => passkeys.startPasskeySignIn())

  route.data('startPasskeyConfirmation', 'Let your device confirm that it is you.', (_, caller) =>
    passkeys.startPasskeyConfirmation(caller),
  )

  route.data('disablePassword', 'Only your passkeys sign in now.', (_, caller) => passkeys.disablePassword(caller))
}
