import type { ProfileStore, Profile } from './profile-store.ts'
import { DEFAULT_API_URL, DEFAULT_PROFILE } from './settings.ts'
import { parseProfileName, parseWebAddress, requireSameApi, unknownProfile } from './target.ts'

/**
 * Returns a stored profile, or the default values of the profile `default`. Throws `CliError` (usage) for an unknown
 * name.
 */
export function storedProfile(name: string, profiles: ProfileStore): Profile {
  const profile = profiles.find(parseProfileName(name))
  if (profile) return profile
  if (name === DEFAULT_PROFILE) return { apiUrl: DEFAULT_API_URL }
  throw unknownProfile(name, profiles)
}

/** Makes a profile the default. */
export async function chooseProfile(name: string, profiles: ProfileStore): Promise<Profile> {
  const profile = storedProfile(name, profiles)
  await profiles.use(name)
  return profile
}

export interface ProfileUrls {
  apiUrl?: string | undefined
  consoleUrl?: string | undefined
  insecure: boolean
}

/**
 * Creates or changes a profile. Throws `CliError` for an invalid or insecure address, for a profile that is signed in to
 * another API, and for a new profile without an API.
 */
export async function setUrls(name: string, given: ProfileUrls, profiles: ProfileStore): Promise<Profile> {
  const apiUrl = given.apiUrl === undefined ? undefined : parseWebAddress(given.apiUrl, given.insecure)
  const consoleUrl = given.consoleUrl === undefined ? undefined : parseWebAddress(given.consoleUrl, given.insecure)
  const kept = apiUrl === undefined ? storedProfile(name, profiles) : undefined
  return profiles.save(parseProfileName(name), (before = kept) => {
    const next = { ...before, apiUrl: apiUrl ?? before?.apiUrl ?? DEFAULT_API_URL, ...(consoleUrl && { consoleUrl }) }
    requireSameApi(name, before, next.apiUrl)
    const { email: _email, ...others } = next
    return before?.apiUrl === next.apiUrl ? next : others
  })
}
