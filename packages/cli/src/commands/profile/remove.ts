import type { Profile } from '#cli/config/profile-store.ts'
import { resolveApiUrl, resolveProfile } from '#cli/config/settings.ts'
import { parseProfileName, unknownProfileError } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { singleDeletionDocument } from '#cli/output/bulk-document.ts'
import type { Presentation } from '#cli/output/document.ts'

interface RemoveResult {
  name: string
  /** A sentence about the profile in use now, if the removed one was in use. */
  notice: string | undefined
}

export async function run({ name }: { name: string }, deps: Deps): Promise<RemoveResult> {
  const { profiles, env } = deps
  const profile = profiles.find(parseProfileName(name))
  if (!profile) throw unknownProfileError(name, profiles)
  await confirm(name, profile, deps)
  const wasInUse = resolveProfile({}, env, profiles).value === name
  await profiles.remove(name)
  return { name, notice: wasInUse ? nextProfileNotice(name, deps) : undefined }
}

/** Returns a sentence about the profile that is used without flags. */
function nextProfileNotice(removedName: string, { env, profiles }: Deps): string {
  const { value: name, source, sourceName } = resolveProfile({}, env, profiles)
  if (name === removedName && source === 'environment')
    return `${sourceName} still names it: unset it, or name another profile.`
  const { value: apiUrl } = resolveApiUrl({}, env, name, profiles.find(name))
  return `Now using profile ${name}: ${apiUrl}`
}

function confirm(name: string, { apiUrl, token }: Profile, deps: Deps): Promise<void> {
  const sessionWarning = `Its session stays valid on the server. To end it first, run rapport logout --profile ${name}`
  return requireConsent(deps, {
    action: `Removing profile ${name}`,
    lines: [`This removes profile ${name} for ${apiUrl}.`, ...(token ? [sessionWarning] : [])],
    prompt: 'Are you sure you want to remove this profile?',
    hint: 'Pass --yes to remove it without being asked.',
    declinedMessage: 'Nothing was removed.',
  })
}

export function present({ name, notice }: RemoveResult): Presentation {
  return {
    document: singleDeletionDocument(name),
    info: [`Removed profile ${name}.`, ...(notice === undefined ? [] : [notice])].join('\n'),
  }
}
