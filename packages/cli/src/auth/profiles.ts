import type { Credentials, Profile } from './credentials.ts'
import { DEFAULT_API_URL, DEFAULT_PROFILE } from './settings.ts'
import { checkedProfileName, checkedUrl, refuseToMove, unknownProfile } from './target.ts'

/**
 * A profile that is kept, or the default one before anything was kept of it.
 * @throws CliError (usage) for a name that is not known
 */
export function keptProfile(name: string, credentials: Credentials): Profile {
  const profile = credentials.find(checkedProfileName(name))
  if (profile) return profile
  if (name === DEFAULT_PROFILE) return { apiUrl: DEFAULT_API_URL }
  throw unknownProfile(name, credentials)
}

/** Makes a profile the one that is used where neither flag nor environment names another. */
export async function chooseProfile(name: string, credentials: Credentials): Promise<Profile> {
  const profile = keptProfile(name, credentials)
  await credentials.use(name)
  return profile
}

/**
 * Gives a profile, new or not, the address of its API.
 * @throws CliError for an invalid or unsafe address, and for a profile that is signed in to another one
 */
export async function pointProfile(
  name: string,
  given: { apiUrl: string; insecure: boolean },
  credentials: Credentials,
): Promise<Profile> {
  const apiUrl = checkedUrl(given.apiUrl, given.insecure)
  return credentials.save(checkedProfileName(name), (before) => {
    refuseToMove(name, before, apiUrl)
    const { email, ...settings } = before ?? {}
    return { ...settings, apiUrl, ...(email !== undefined && before?.apiUrl === apiUrl && { email }) }
  })
}
