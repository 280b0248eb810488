import { useSaveForm } from '#forms/use-save-form.ts'
import { DEFAULT_THEME, saveTheme, validTheme, type Theme } from '#platform/theme.ts'
import { showSuccess } from '#ui/feedback/toast.ts'

/** The form values, all as text. An empty logo means the default one. */
export type ThemeTexts = Record<keyof Theme, string>

/** Creates the form of a theme, which keeps a draft until it is saved. */
export function useThemeForm(theme: Theme) {
  const { form, field, state } = useSaveForm<ThemeTexts, ThemeTexts, void>({
    // Saves in other tabs update all but edited fields.
    values: toThemeTexts(theme),
    draftName: 'settings',
    formatError: () => 'This browser has no room left to keep the settings. Try without a logo.',
    save: async (texts) => saveTheme(validTheme(parseThemeTexts(texts), theme)),
    onSaved: () => showSuccess('Settings saved.'),
  })
  const resetToDefaults = () =>
    form.reset(toThemeTexts(DEFAULT_THEME), { keepDefaultValues: true, keepDirtyValues: false, keepErrors: false })
  return { form, field, state, resetToDefaults }
}

function toThemeTexts({ headingSize, bodySize, logo, ...texts }: Theme): ThemeTexts {
  return { ...texts, headingSize: String(headingSize), bodySize: String(bodySize), logo: logo ?? '' }
}

/** Parses the sizes. The values may be invalid. */
export function parseThemeTexts({ headingSize, bodySize, ...texts }: ThemeTexts) {
  return { ...texts, headingSize: Number(headingSize), bodySize: Number(bodySize) }
}
