import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { DEFAULT_THEME, FONTS, SCHEMES, SIZE_LIMITS, type Theme, themeOf, useTheme } from '#lib/theme.ts'
import { useDraftName } from '#lib/use-draft.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { ColourField } from '#ui/colour-field.tsx'
import { DraftNotice } from '#ui/draft-notice.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LogoField } from './logo-field.tsx'
import styles from './settings-page.module.css'
import { ThemePreview } from './theme-preview.tsx'
import { textsOf, useThemeForm, wantedOf, type ThemeTexts } from './use-theme-form.ts'

/** How the console looks, kept in this browser alone (specification, section 2). */
export function SettingsPage() {
  const draftName = useDraftName('settings')
  return (
    <>
      <PageHeader title="Settings" />
      <p className={styles['intro']}>These settings change how the console looks in this browser, for you alone.</p>
      {draftName !== undefined && <SettingsForm draftName={draftName} />}
    </>
  )
}

function SettingsForm({ draftName }: { draftName: string }) {
  const theme = useTheme()
  const { form, restored, save, discard } = useThemeForm(theme, draftName)
  // Of a size that is half typed, or too large, the preview knows nothing.
  const draft = themeOf(wantedOf(form.watch()), theme)
  const failure = useRef<HTMLDivElement>(null)
  const { errors, isDirty } = form.formState
  const problem = errors.root?.['failure']?.message

  useEffect(() => {
    if (problem !== undefined) failure.current?.focus()
  }, [problem])
  return (
    <>
      <form className={styles['columns']} noValidate onSubmit={(event) => void save(event)}>
        <Panel aria-label="Appearance">
          <div className={styles['body']}>
            {restored && <DraftNotice restored={restored} onDiscard={discard} />}
            {problem !== undefined && (
              <Notice tone="error" ref={failure}>
                {problem}
              </Notice>
            )}
            <fieldset className={styles['group']}>
              <legend>Logo</legend>
              <LogoField png={draft.logo} onChange={(png) => form.setValue('logo', png ?? '', { shouldDirty: true })} />
            </fieldset>
            <Colours form={form} draft={draft} />
            <Typography form={form} />
            <div className={styles['actions']}>
              <p className={styles['hint']} role="status">
                {isDirty && 'Not saved yet.'}
              </p>
              <Button onClick={() => form.reset(textsOf(DEFAULT_THEME), { keepDefaultValues: true })}>
                Reset to defaults
              </Button>
              <Button type="submit" variant="primary">
                Save Changes
              </Button>
            </div>
          </div>
        </Panel>
        <div className={styles['preview']}>
          <h2 className={styles['previewTitle']}>Preview</h2>
          <ThemePreview theme={draft} />
        </div>
      </form>
      <LeaveGuard isOpen={() => isDirty} busy={false} onDiscard={discard} keepsDraft={draftName !== ''} />
    </>
  )
}

interface PartProps {
  form: UseFormReturn<ThemeTexts>
  draft: Theme
}

function Colours({ form, draft }: PartProps) {
  return (
    <fieldset className={styles['group']}>
      <legend>Theme colours</legend>
      <div className={styles['pair']}>
        <ChoiceField label="Light or dark" options={optionsOf(SCHEMES)} {...form.register('scheme')} />
      </div>
      <div className={styles['pair']}>
        <ColourField label="Navigation" shown={draft.navigationColour} {...form.register('navigationColour')} />
        <ColourField label="Buttons and links" shown={draft.accentColour} {...form.register('accentColour')} />
      </div>
      <p className={styles['hint']}>A light colour is darkened as far as white text on it needs.</p>
    </fieldset>
  )
}

function Typography({ form }: Pick<PartProps, 'form'>) {
  const { errors } = form.formState
  const size = (name: 'headingSize' | 'bodySize', { min, max }: { min: number; max: number }) => {
    const message = `Please enter a size from ${min} to ${max}.`
    return {
      ...form.register(name, {
        validate: (text) => (Number(text) >= min && Number(text) <= max) || message,
      }),
      type: 'number',
      inputMode: 'numeric',
      min,
      max,
      error: errors[name]?.message,
    } as const
  }
  return (
    <fieldset className={styles['group']}>
      <legend>Typography</legend>
      <div className={styles['pair']}>
        <ChoiceField label="Font family" options={optionsOf(FONTS)} {...form.register('font')} />
      </div>
      <div className={styles['pair']}>
        <TextField label="Heading size (px)" {...size('headingSize', SIZE_LIMITS.heading)} />
        <TextField label="Body size (px)" {...size('bodySize', SIZE_LIMITS.body)} />
      </div>
    </fieldset>
  )
}

function optionsOf(of: Readonly<Record<string, string | { label: string }>>) {
  return Object.entries(of).map(([value, option]) => ({
    value,
    label: typeof option === 'string' ? option : option.label,
  }))
}
