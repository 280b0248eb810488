import { DEFAULT_THEME, saveTheme, themeOf, type Theme } from '#platform/theme.ts'
import { useSaveForm } from '#forms/use-save-form.ts'
import { showSuccess } from '#ui/feedback/toast.ts'

/** What the form holds: all of it text, and an empty logo for the product's own. */
export type ThemeTexts = Record<keyof Theme, string>

/** The form of a theme, which keeps a draft until it is saved. */
export function useThemeForm(theme: Theme) {
  const { form, field, state } = useSaveForm<ThemeTexts, ThemeTexts, void>({
    // Another tab may save; what is edited here stays.
    values: textsOf(theme),
    draftName: 'settings',
    messageKey: 'updateSettings',
    textOf: () => 'This browser has no room left to keep the settings. Try without a logo.',
    save: async (texts) => saveTheme(themeOf(typedTheme(texts), theme)),
    onSaved: () => showSuccess('Settings saved.'),
  })
  const resetToDefaults = () =>
    form.reset(textsOf(DEFAULT_THEME), { keepDefaultValues: true, keepDirtyValues: false, keepErrors: false })
  return { form, field, state, resetToDefaults }
}

/** A theme as its form holds it. */
function textsOf({ headingSize, bodySize, logo, ...texts }: Theme): ThemeTexts {
  return { ...texts, headingSize: String(headingSize), bodySize: String(bodySize), logo: logo ?? '' }
}

/** The typed values with numbers where a theme has them, valid or not. */
export function typedTheme({ headingSize, bodySize, ...texts }: ThemeTexts) {
  return { ...texts, headingSize: Number(headingSize), bodySize: Number(bodySize) }
}
