import { fullName } from '@rapport/core/entities/users/user.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import type { Insertable } from 'kysely'
import type { Schema, UserRow } from './schema.ts'

/** A user to insert; what is left out is null. */
export interface NewUser extends Partial<
  Omit<UserRow, 'profile_completed' | 'created_at' | 'joined_at' | 'suspension'>
> {
  profile_completed?: boolean | null
  created_at: Date
  joined_at?: Date | null
}

/** Returns the columns of names and email address, with the folded ones for search and sorting. */
export function identityColumns({ first_name, last_name, email }: Pick<UserRow, 'first_name' | 'last_name' | 'email'>) {
  const name = fullName({ first_name, last_name })
  return {
    email,
    email_key: email === null ? null : uniqueKey(email),
    first_name,
    last_name,
    name_folded: name === undefined ? null : foldText(name),
    email_folded: foldOrNull(email),
  }
}

function foldOrNull(text: string | null): string | null {
  return text ? foldText(text) : null
}

/** Returns all columns of a user that are folded, for rows whose texts an older version has folded. */
export function foldedColumns(
  row: Partial<Pick<NewUser, 'first_name' | 'last_name' | 'email' | 'gender' | 'status' | 'role'>>,
) {
  const { first_name = null, last_name = null, email = null, gender = null, status = null, role = null } = row
  const { name_folded, email_folded } = identityColumns({ first_name, last_name, email })
  return {
    name_folded,
    email_folded,
    gender_folded: foldOrNull(gender),
    status_folded: foldOrNull(status),
    role_folded: foldOrNull(role),
  }
}

export function userRow(user: NewUser): Insertable<Schema['users']> {
  const { first_name = null, last_name = null, email = null, gender = null, status = null, role = null } = user
  return {
    ...(user.id !== undefined && { id: user.id }),
    ...identityColumns({ first_name, last_name, email }),
    ...foldedColumns(user),
    gender,
    age: user.age ?? null,
    status,
    role,
    profile_image: user.profile_image ?? null,
    profile_completed:
      user.profile_completed === undefined || user.profile_completed === null ? null : Number(user.profile_completed),
    created_at: user.created_at.getTime(),
    joined_at: user.joined_at?.getTime() ?? null,
    password_hash: user.password_hash ?? null,
    suspension: null,
  }
}
