import { DEFAULT_THEME, saveTheme, themeOf, type Theme } from '#platform/theme.ts'
import { useSaveForm } from '#forms/use-save-form.ts'
import { showSuccess } from '#ui/feedback/toast.ts'

/** Form values, all text. An empty logo is the default one. */
export type ThemeTexts = Record<keyof Theme, string>

/** Form of a theme, with a draft until it is saved. */
export function useThemeForm(theme: Theme) {
  const { form, field, state } = useSaveForm<ThemeTexts, ThemeTexts, void>({
    // Follows saves in other tabs, except in edited fields.
    values: textsOf(theme),
    draftName: 'settings',
    operation: 'updateSettings',
    errorTextOf: () => 'This browser has no room left to keep the settings. Try without a logo.',
    save: async (texts) => saveTheme(themeOf(toTheme(texts), theme)),
    onSaved: () => showSuccess('Settings saved.'),
  })
  const resetToDefaults = () =>
    form.reset(textsOf(DEFAULT_THEME), { keepDefaultValues: true, keepDirtyValues: false, keepErrors: false })
  return { form, field, state, resetToDefaults }
}

/** Converts a theme to form values. */
function textsOf({ headingSize, bodySize, logo, ...texts }: Theme): ThemeTexts {
  return { ...texts, headingSize: String(headingSize), bodySize: String(bodySize), logo: logo ?? '' }
}

/** Converts form values to a theme, without validation. */
export function toTheme({ headingSize, bodySize, ...texts }: ThemeTexts) {
  return { ...texts, headingSize: Number(headingSize), bodySize: Number(bodySize) }
}
