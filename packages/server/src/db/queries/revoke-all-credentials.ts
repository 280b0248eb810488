import type { Db } from '../client.ts'

/**
 * Revokes all sessions, challenges, one-time codes, requests for codes, reset tokens, API tokens and recovery codes. A backup
 * would bring back those that were used or revoked since.
 */
export async function revokeAllCredentials(trx: Db): Promise<void> {
  for (const table of ['sign_in_challenges', 'sessions', 'machine_tokens', 'recovery_codes'] as const)
    await trx.deleteFrom(table).execute()
  await trx.deleteFrom('outbox').where('kind', '=', 'reset_code').execute()
  await trx.updateTable('password_resets').set({ code_mac: null, token_hash: null, token_expires_at: null }).execute()
}
