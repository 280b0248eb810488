import type { Db } from './client.ts'

/** Ends every session, code and reset token. A backup holds those that had not ended yet when it was made. */
export async function endCredentials(trx: Db): Promise<void> {
  await trx.deleteFrom('sessions').execute()
  await trx.updateTable('password_resets').set({ code_mac: null, token_hash: null, token_expires_at: null }).execute()
}
