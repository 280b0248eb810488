import { unwrap } from '@rapport/core/api/unwrap.ts'
import { PROFILE_UPDATED, profileInput, type ProfileInput, type Settings } from '@rapport/core/profile/profile.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '#lib/api.ts'
import { inputResolver } from '#lib/input-resolver.ts'
import { NEW_PASSWORD_HINT } from '#lib/new-password-hint.ts'
import { queryKeys } from '#lib/query-keys.ts'
import { settingsQuery } from '#lib/settings-query.ts'
import { useDraftName } from '#lib/use-draft.ts'
import { useSave } from '#lib/use-save.ts'
import { FormPanel } from '#ui/form-panel.tsx'
import { FormScreen } from '#ui/form-screen.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showSuccess } from '#ui/toast.ts'
import styles from './profile-page.module.css'

const TITLE = 'My Profile'

/** The signed-in admin's own profile (specification, section 2). */
export function ProfilePage() {
  const { data: settings, dataUpdatedAt, error, isFetching, refetch } = useQuery(settingsQuery)
  const draftName = useDraftName('profile')

  if (!settings || draftName === undefined) {
    return (
      <FormScreen title={TITLE}>
        <div className={styles['body']}>
          {error ? (
            <LoadError situation="getSettings" error={error} busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Placeholder />
          )}
        </div>
      </FormScreen>
    )
  }
  return (
    <ProfileForm settings={settings} loadedAt={dataUpdatedAt} draftName={draftName} onReload={() => void refetch()} />
  )
}

interface FormProps {
  settings: Settings
  /** When the server said so. */
  loadedAt: number
  draftName: string
  onReload: () => void
}

const resolver = inputResolver<Required<ProfileInput>, ProfileInput>(profileInput)
const SECRETS = ['password'] as const

function ProfileForm({ settings, loadedAt, draftName, onReload }: FormProps) {
  const { mutateAsync } = useSaveProfile()
  const { form, state, errorOf, renew } = useSave<Required<ProfileInput>, ProfileInput, undefined>({
    draftName,
    initial: {
      first_name: settings.first_name ?? '',
      last_name: settings.last_name ?? '',
      email: settings.email,
      password: '',
    },
    resolver,
    secrets: SECRETS,
    save: mutateAsync,
    situation: 'updateSettings',
    onSaved: () => {
      showSuccess(PROFILE_UPDATED)
      onReload()
    },
  })
  const taken = useRef(loadedAt)
  const take = useEffectEvent((at: number) => {
    if (at !== taken.current) renew()
    taken.current = at
  })
  useEffect(() => take(loadedAt), [loadedAt])
  return (
    <FormPanel
      title={TITLE}
      submitLabel="Save Changes"
      state={state}
      onCancel={() => {
        state.discard()
        onReload()
      }}
    >
      <div className={styles['names']}>
        <TextField
          label="First Name"
          starred
          {...form.register('first_name')}
          autoComplete="given-name"
          required
          error={errorOf('first_name')}
        />
        <TextField
          label="Last Name"
          starred
          {...form.register('last_name')}
          autoComplete="family-name"
          required
          error={errorOf('last_name')}
        />
      </div>
      <TextField
        label="Email"
        starred
        {...form.register('email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint="You sign in with it."
        error={errorOf('email')}
      />
      <PasswordField
        label="Password"
        {...form.register('password')}
        autoComplete="new-password"
        hint={`Leave it empty to keep the one you have. A new one ends your sessions elsewhere. ${NEW_PASSWORD_HINT}`}
        error={errorOf('password')}
      />
    </FormPanel>
  )
}

function useSaveProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: ProfileInput): Promise<undefined> => {
      await unwrap(api.POST('/api/admin/update-settings', { body: { ...body, password: body.password ?? '' } }))
    },
    onSuccess: () => {
      // The admin's own row in the users list has changed as well.
      void client.invalidateQueries({ queryKey: queryKeys.users.all })
    },
  })
}

function Placeholder() {
  return (
    <div className={styles['placeholder']} aria-busy="true">
      {['first', 'last', 'email', 'password'].map((name) => (
        <Skeleton key={name} width="100%" />
      ))}
    </div>
  )
}
