import type { ProfileStore, Profile } from './profile-store.ts'
import { DEFAULT_API_URL, DEFAULT_PROFILE } from './settings.ts'
import { parseProfileName, parseWebAddress, requireSameApi, unknownProfileError } from './target.ts'

/** Returns a stored profile, or the default values of the profile `default`. Throws `CliError` (usage) for an unknown name. */
export function requireProfile(name: string, profiles: ProfileStore): Profile {
  const profile = profiles.find(parseProfileName(name))
  if (profile) return profile
  if (name === DEFAULT_PROFILE) return { apiUrl: DEFAULT_API_URL }
  throw unknownProfileError(name, profiles)
}

export async function setDefaultProfile(name: string, profiles: ProfileStore): Promise<Profile> {
  const profile = requireProfile(name, profiles)
  await profiles.use(name)
  return profile
}

export interface ProfileUrls {
  apiUrl?: string | undefined
  consoleUrl?: string | undefined
  allowsInsecure: boolean
}

/**
 * Creates or changes a profile. Throws `CliError` for an invalid or insecure address, for a profile that is signed in to
 * another API, and for a new profile without an API.
 */
export async function setUrls(name: string, urls: ProfileUrls, profiles: ProfileStore): Promise<Profile> {
  const apiUrl = urls.apiUrl === undefined ? undefined : parseWebAddress(urls.apiUrl, urls.allowsInsecure)
  const consoleUrl = urls.consoleUrl === undefined ? undefined : parseWebAddress(urls.consoleUrl, urls.allowsInsecure)
  const currentProfile = apiUrl === undefined ? requireProfile(name, profiles) : undefined
  return profiles.save(parseProfileName(name), (before = currentProfile) => {
    const next = { ...before, apiUrl: apiUrl ?? before?.apiUrl ?? DEFAULT_API_URL, ...(consoleUrl && { consoleUrl }) }
    requireSameApi(name, before, next.apiUrl)
    const { email: _email, ...others } = next
    return before?.apiUrl === next.apiUrl ? next : others
  })
}
