import { zodResolver } from '@hookform/resolvers/zod'
import {
  MISSING_PROFILE_FIELDS_MESSAGE,
  PROFILE_UPDATED_MESSAGE,
  profileInput,
  type ProfileInput,
  type Settings,
} from '@rapport/core/entities/profile/profile.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { settingsQuery, useExtensions } from '#data/settings.queries.ts'
import { ConfirmIdentity, useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { FormPanel } from '#forms/form-panel.tsx'
import { NewPasswordField } from '#forms/new-password-field.tsx'
import { useSaveForm } from '#forms/use-save-form.ts'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { EmailField, TextField } from '#ui/fields/text-field.tsx'
import { FormScreen } from '#ui/layout/form-screen.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { ProfileSection } from './profile-section.tsx'
import { ApiTokens } from './security/api-tokens.tsx'
import { Passkeys } from './security/passkeys.tsx'
import { Sessions } from './security/sessions.tsx'
import { TwoFactor } from './security/two-factor.tsx'
import styles from './profile-page.module.css'

const TITLE = 'My Profile'
const LABELS = { first_name: 'First Name', last_name: 'Last Name', email: 'Email', password: 'Password' }

/** The profile of the signed-in admin (specification, section 2: profile). */
export function ProfilePage() {
  const query = useQuery(settingsQuery)
  const settings = query.data
  const { has } = useExtensions()
  return (
    <div className={styles['page']}>
      {settings ? (
        <ConfirmIdentity>
          <ProfileForm settings={settings} onReload={() => void query.refetch()} />
          <div className={styles['panels']}>
            {has('two-factor') && <TwoFactor />}
            {has('passkeys') && <Passkeys />}
            {has('sessions') && <Sessions />}
            {has('tokens') && <ApiTokens />}
          </div>
        </ConfirmIdentity>
      ) : (
        <FormScreen title={TITLE}>
          <div className={styles['placeholder']} aria-busy={!query.error}>
            {query.error ? (
              <InlineLoadError query={query} operation="getSettings" />
            ) : (
              ['first', 'last', 'email', 'password'].map((name) => <Skeleton key={name} width="100%" />)
            )}
          </div>
        </FormScreen>
      )}
    </div>
  )
}

interface FormProps {
  settings: Settings
  onReload: () => void
}

function ProfileForm({ settings, onReload }: FormProps) {
  const client = useQueryClient()
  const withConfirmedIdentity = useIdentityConfirmation()
  const { form, field, state } = useSaveForm<ProfileInput, ProfileInput, void>({
    draftName: 'profile',
    secrets: ['password'],
    values: {
      first_name: settings.first_name ?? '',
      last_name: settings.last_name ?? '',
      email: settings.email,
      password: '',
    },
    resolver: zodResolver(profileInput),
    missingFields: { message: MISSING_PROFILE_FIELDS_MESSAGE, labels: LABELS },
    save: async (input) => {
      const body = { ...input, password: input.password ?? '' }
      await withConfirmedIdentity('change how you sign in', () => server.call('updateSettings', { body }))
      // The users list includes the admin.
      void client.invalidateQueries({ queryKey: queryKeys.users.all })
    },
    operation: 'updateSettings',
    onSaved: () => {
      showSuccess(PROFILE_UPDATED_MESSAGE)
      onReload()
    },
  })
  return (
    <FormPanel title={TITLE} submitLabel="Save Changes" state={state} onCancel={onReload}>
      <section className={styles['section']} aria-label="Identity">
        <ProfileSection
          title="Identity"
          intro="Your name as other admins see it, and the email that you sign in with."
          badge={<Badge tone="purple">Admin</Badge>}
        >
          <div className="pair">
            <TextField label={LABELS.first_name} {...field('first_name')} autoComplete="given-name" required />
            <TextField label={LABELS.last_name} {...field('last_name')} autoComplete="family-name" required />
          </div>
          <EmailField {...field('email')} autoComplete="email" />
        </ProfileSection>
      </section>
      <section className={styles['section']} aria-label="New password">
        <ProfileSection
          title="New password"
          intro="Leave it empty to keep the one you have. A new one ends your other sessions."
        >
          <NewPasswordField
            label={LABELS.password}
            {...field('password')}
            password={form.watch('password') ?? ''}
            owner={{
              email: form.watch('email'),
              firstName: form.watch('first_name'),
              lastName: form.watch('last_name'),
            }}
          />
        </ProfileSection>
      </section>
    </FormPanel>
  )
}
