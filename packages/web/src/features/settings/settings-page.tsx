import { useState } from 'react'
import { DraftNotice } from '#forms/draft-notice.tsx'
import { SaveForm } from '#forms/save-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { DEFAULT_THEME, FONTS, saveTheme, SIZE_LIMITS, type Theme, useTheme, validTheme } from '#platform/theme.ts'
import { showSuccess } from '#ui/feedback/toast.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { LogoField } from './logo-field.tsx'
import { ThemePreview } from './theme-preview.tsx'
import panel from '#forms/form-panel.module.css'
import styles from './settings-page.module.css'

const COLOURS = [
  { name: 'navigationColour', label: 'Navigation' },
  { name: 'accentColour', label: 'Buttons and links' },
] as const

/** The settings of the console's look, kept in this browser only (specification, section 2: settings). */
export function SettingsPage() {
  const theme = useTheme()
  const { form, field, sizeField, state, resetToDefaults } = useThemeForm(theme)
  // The preview ignores sizes that are incomplete or out of bounds.
  const preview = validTheme(parseThemeTexts(form.watch()), theme)
  const { draft, isDirty, discard } = state
  return (
    <>
      <PageHeader title="Settings" />
      <p className={styles['intro']}>These settings change how the console looks in this browser only.</p>
      <SaveForm className={styles['columns']} state={state}>
        <Panel aria-label="Appearance">
          <div className={panel['form']}>
            {draft && <DraftNotice draft={draft} onDiscard={discard} />}
            <fieldset className={styles['group']}>
              <legend>Logo</legend>
              <LogoField
                png={preview.logo}
                onChange={(png) => form.setValue('logo', png ?? '', { shouldDirty: true })}
              />
            </fieldset>
            <fieldset className={styles['group']}>
              <legend>Theme colours</legend>
              <div className="pair">
                {COLOURS.map(({ name, label }) => (
                  <ColourField
                    key={name}
                    label={label}
                    value={preview[name]}
                    onChange={(colour) => form.setValue(name, colour, { shouldDirty: true })}
                  />
                ))}
              </div>
              <p className="note">A light colour is darkened until white text on it is readable.</p>
            </fieldset>
            <fieldset className={styles['group']}>
              <legend>Typography</legend>
              <SelectField
                label="Font family"
                options={Object.entries(FONTS).map(([value, { label }]) => ({ value, label }))}
                {...field('font')}
              />
              <div className="pair">
                <TextField label="Heading size (px)" {...sizeField('headingSize', SIZE_LIMITS.heading)} />
                <TextField label="Body size (px)" {...sizeField('bodySize', SIZE_LIMITS.body)} />
              </div>
            </fieldset>
            <footer className={panel['actions']}>
              <p className={styles['status']} role="status">
                {isDirty && 'Not saved yet.'}
              </p>
              <Button onClick={resetToDefaults}>Reset to defaults</Button>
              <Button type="submit" variant="primary">
                Save Changes
              </Button>
            </footer>
          </div>
        </Panel>
        <div className={styles['preview']}>
          <Panel>
            <h2 className={styles['previewTitle']}>Preview</h2>
            <ThemePreview theme={preview} />
          </Panel>
        </div>
      </SaveForm>
    </>
  )
}

/** The form values, all as text. An empty logo means the default one. The side navigation switches the scheme. */
type ThemeTexts = Record<Exclude<keyof Theme, 'scheme' | 'density'>, string>

/** Creates the form of a theme, which keeps a draft until it is saved. */
function useThemeForm(theme: Theme) {
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
  const sizeField = (name: 'headingSize' | 'bodySize', { min, max }: { min: number; max: number }) => {
    const message = `Please enter a size from ${min} to ${max}.`
    const validate = (text: string) => (Number(text) >= min && Number(text) <= max) || message
    return { ...field(name, { validate }), type: 'number', inputMode: 'numeric', min, max } as const
  }
  return { form, field, sizeField, state, resetToDefaults }
}

function toThemeTexts({ navigationColour, accentColour, font, headingSize, bodySize, logo }: Theme): ThemeTexts {
  const sizes = { headingSize: String(headingSize), bodySize: String(bodySize) }
  return { navigationColour, accentColour, font, ...sizes, logo: logo ?? '' }
}

/** Parses the sizes. The values may be invalid. */
function parseThemeTexts({ headingSize, bodySize, ...texts }: ThemeTexts) {
  return { ...texts, headingSize: Number(headingSize), bodySize: Number(bodySize) }
}

interface ColourProps {
  label: string
  /** Colour as `#rrggbb`. */
  value: string
  onChange: (colour: string) => void
}

const HEX = /^#?([0-9a-f]{6})$/i

/** A field for a colour, chosen with the browser's picker or typed as hex. */
function ColourField({ label, value, onChange }: ColourProps) {
  const [typedHex, setTypedHex] = useState<string>()
  return (
    <TextField
      label={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      value={typedHex ?? value}
      onChange={({ target }) => {
        setTypedHex(target.value)
        const [, hex] = HEX.exec(target.value.trim()) ?? []
        if (hex !== undefined) onChange(`#${hex.toLowerCase()}`)
      }}
      // Discards an incomplete value.
      onBlur={() => setTypedHex(undefined)}
      leading={
        <input
          type="color"
          className={styles['patch']}
          aria-label={`${label}, from a palette`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      }
    />
  )
}
