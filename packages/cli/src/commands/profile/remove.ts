import type { Profile } from '#cli/auth/credentials.ts'
import { chosenApiUrl, chosenProfile } from '#cli/auth/settings.ts'
import { checkedProfileName, unknownProfile } from '#cli/auth/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Presentation } from '#cli/io/output.ts'
import { bulkDocument, runBulk, type BulkReport } from '#cli/lib/bulk.ts'
import type { NamedProfile } from './use.ts'

interface Removed extends BulkReport {
  /** What is used in place of a profile that was in use. */
  next: string | undefined
}

/** Forgets a profile after the person, or --yes, agreed. */
export async function run({ name }: NamedProfile, deps: Deps): Promise<Removed> {
  const { credentials, describe, signal, env } = deps
  const profile = credentials.find(checkedProfileName(name))
  if (!profile) throw unknownProfile(name, credentials)
  await agree(name, profile, deps)
  const wasInUse = chosenProfile({}, env, credentials).value === name
  const report = await runBulk({
    items: [{ key: name, action: 'delete' }],
    async perform() {
      await credentials.remove(name)
      return 'done'
    },
    describe,
    signal,
  })
  return { ...report, next: wasInUse ? nextInUse(name, deps) : undefined }
}

/** Which profile is used without any flag, and for which address. */
function nextInUse(removed: string, { env, credentials }: Deps): string {
  const { value: name, source, from } = chosenProfile({}, env, credentials)
  if (name === removed && source === 'environment') return `${from} still names it: unset it, or name another there.`
  const { value: apiUrl } = chosenApiUrl({}, env, name, credentials.find(name))
  return `Profile ${name} is used from now on: ${apiUrl}`
}

async function agree(name: string, profile: Profile, { flags, terminal }: Deps): Promise<void> {
  if (flags.yes) return
  if (!terminal.canAsk) {
    throw new CliError('confirmation_needed', `Removing profile ${name} needs --yes: there is nobody to ask.`, {
      hint: 'Say --yes to remove it without a question.',
    })
  }
  const lines = [`Remove profile ${name}, which stands for ${profile.apiUrl}.`]
  if (profile.token) {
    lines.push(`Its session stays valid on the server; rapport logout --profile ${name} ends it.`)
  }
  const agreed = await terminal.confirm({ lines, prompt: 'Are you sure you want to remove this profile?' })
  if (!agreed) throw new CliError('declined', 'Nothing was removed.', { exitCode: EXIT.failed })
}

export function present(removed: Removed): Presentation {
  const { next, ...report } = removed
  const { exitCode, firstError, results } = report
  const document = bulkDocument(report)
  if (exitCode !== EXIT.done) return { document, exitCode, problem: firstError }
  const talk = `Removed profile ${results[0]?.key}.`
  return { document, talk: next === undefined ? talk : `${talk}\n${next}` }
}
