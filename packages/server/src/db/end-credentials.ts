import type { Db } from './client.ts'

/** Ends every session, code, reset token and token for a machine. A backup holds those that had not ended yet when it was made. */
export async function endCredentials(trx: Db): Promise<void> {
  for (const table of ['sessions', 'sign_in_challenges', 'machine_tokens'] as const)
    await trx.deleteFrom(table).execute()
  await trx.updateTable('password_resets').set({ code_mac: null, token_hash: null, token_expires_at: null }).execute()
}
