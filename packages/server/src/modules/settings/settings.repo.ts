import type { Db } from '#server/db/client.ts'
import { identityColumns } from '#server/db/user-row.ts'

/** Sets names and email address. Throws a unique violation for another user's address. */
export async function updateProfile(
  trx: Db,
  userId: number,
  profile: { email: string; first_name: string; last_name: string },
): Promise<void> {
  await trx.updateTable('users').set(identityColumns(profile)).where('id', '=', userId).execute()
}
