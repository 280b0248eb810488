import { addDays, format } from 'date-fns'
import { useEffect, useId } from 'react'
import { client } from '#data/api.ts'
import type { NewToken, Scope } from '#data/security.queries.ts'
import { useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { SaveForm } from '#forms/save-form.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { useToday } from '#platform/use-today.ts'
import { checkboxClass } from '#ui/fields/checkbox.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Button } from '#ui/primitives/button.tsx'
import styles from './api-tokens.module.css'

/** Labels and descriptions of token scopes. */
export const scopeTexts: Record<Scope, { label: string; description: string }> = {
  read: { label: 'Read', description: 'See every list and record, and the statistics.' },
  catalogue: { label: 'Catalogue', description: 'Add, change and delete categories, positions and products.' },
  users: { label: 'Users', description: 'List users and delete them.' },
}

interface Props {
  onCreated: (token: NewToken) => void
  onCancel: () => void
}

interface Values {
  name: string
  scopes: Scope[]
  expires_in_days: string
}

const LIFETIMES = ['7', '30', '90', '365'].map((days) => ({ value: days, label: `${days} days` }))
const NEW_TOKEN: Values = { name: '', scopes: [], expires_in_days: '90' }

export function NewTokenForm({ onCreated, onCancel }: Props) {
  const withConfirmedIdentity = useIdentityConfirmation()
  const today = useToday()
  const scopesId = useId()
  const { form, field, state } = useSaveForm<Values, Values, NewToken>({
    values: NEW_TOKEN,
    save: ({ expires_in_days: days, ...input }) =>
      withConfirmedIdentity('create an API token', () =>
        client.call('createToken', { body: { ...input, expires_in_days: Number(days) } }),
      ),
    operation: 'createToken',
    onSaved: onCreated,
  })
  useEffect(() => form.setFocus('name'), [form])
  const { errors } = form.formState
  const lastDay = addDays(today, Number(form.watch('expires_in_days')))
  return (
    <SaveForm className="stack" label="New token" state={state}>
      <TextField
        label="Name"
        {...field('name', { validate: (name) => name.trim() !== '' || 'Please enter a name.' })}
        maxLength={100}
        autoComplete="off"
        required
        hint="Shown in the history."
      />
      <fieldset className={styles['scopes']} aria-describedby={errors.scopes && scopesId}>
        <legend>Permissions</legend>
        {Object.entries(scopeTexts).map(([scope, { label, description }]) => (
          <label key={scope} className={styles['scope']}>
            <input
              type="checkbox"
              className={checkboxClass}
              value={scope}
              {...form.register('scopes', { validate: (scopes) => scopes.length > 0 || 'Please choose at least one.' })}
            />
            <span>
              <strong>{label}</strong>
              <span className={styles['description']}>{description}</span>
            </span>
          </label>
        ))}
        <div aria-live="polite">
          {errors.scopes && (
            <p id={scopesId} className={styles['error']}>
              {errors.scopes.message}
            </p>
          )}
        </div>
      </fieldset>
      <SelectField
        label="Expires after"
        options={LIFETIMES}
        {...field('expires_in_days')}
        hint={`It works until ${format(lastDay, 'dd MMM yyyy')}.`}
      />
      <div className="buttons">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.isSaving}>
          Create token
        </Button>
      </div>
    </SaveForm>
  )
}
