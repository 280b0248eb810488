import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { saveTheme, themeOf, type Theme } from '#lib/theme.ts'
import { useDraft } from '#lib/use-draft.ts'
import { showSuccess } from '#ui/toast.ts'

/** What is typed: a draft brings back what is half typed too. The logo is empty for the product's own. */
export type ThemeTexts = Record<keyof Theme, string>

const NO_SECRETS: readonly never[] = []

/** The form of a theme, which keeps a draft under the name from `useDraftName` until it is saved. */
export function useThemeForm(theme: Theme, draftName: string) {
  const initial = textsOf(theme)
  const form = useForm<ThemeTexts>({ defaultValues: initial })
  const { restored, drop } = useDraft(form, { name: draftName, initial, secrets: NO_SECRETS })

  // Another tab may have saved; what is typed here stays.
  const taken = useRef(theme)
  const take = useEffectEvent((next: Theme) => {
    if (next !== taken.current) form.reset(initial, { keepDirtyValues: true, keepErrors: true })
    taken.current = next
  })
  useEffect(() => take(theme), [theme])

  const save = form.handleSubmit((texts) => {
    try {
      saveTheme(themeOf(wantedOf(texts), theme))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      form.setError('root.failure', {
        message: 'This browser has no room left to keep the settings. Try without a logo.',
      })
      return
    }
    form.reset(texts)
    drop()
    showSuccess('Settings saved.')
  })
  const discard = () => {
    form.reset(initial)
    drop()
  }
  return { form, restored, save, discard }
}

/** A theme as its form holds it. */
export function textsOf({ headingSize, bodySize, logo, ...texts }: Theme): ThemeTexts {
  return { ...texts, headingSize: String(headingSize), bodySize: String(bodySize), logo: logo ?? '' }
}

/** What is typed as a theme would have it, usable or not. */
export function wantedOf({ headingSize, bodySize, ...texts }: ThemeTexts) {
  return { ...texts, headingSize: Number(headingSize), bodySize: Number(bodySize) }
}
