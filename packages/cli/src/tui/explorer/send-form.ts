import { changedTexts, textsIn } from './forms.ts'
import { type FormMode, info, type Notice, success } from './mode.ts'
import type { ExplorerOptions, Section } from './section.ts'

/** Saves the record of a form, or signs in with it. */
export async function sendForm(
  mode: FormMode,
  { section, options }: { section: Section; options: ExplorerOptions },
  signal: AbortSignal,
): Promise<Notice> {
  if (mode.name === 'edit') {
    const { row } = mode
    const changes = changedTexts(mode.form, row)
    if (Object.keys(changes).length === 0) return info('Nothing was changed.')
    return success(await section.save(row, changes, signal))
  }
  const texts = textsIn(mode.form)
  await options.signIn?.(texts['email'] ?? '', texts['password'] ?? '', signal)
  for (const each of options.sections) each.clearCache()
  return success([`Signed in as ${texts['email']?.trim()}.`])
}
