import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import { useMutation, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { useIdentityConfirmation } from '#forms/confirm-identity.tsx'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ConfirmDestructive } from '#ui/overlays/confirm-destructive.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { ProfileSection } from '../profile-section.tsx'
import styles from './security.module.css'

interface Props<Data> extends Pick<ComponentProps<typeof ProfileSection>, 'title' | 'intro' | 'badge'> {
  /** Buttons below the content. */
  action?: ReactNode
  query: UseQueryResult<Data>
  operation: MessageKey
  /** Gets the focus when a focused control disappears. */
  ref?: Ref<HTMLElement>
  children: (data: Data) => ReactNode
}

/** The panel of a security setting, with its loading and error states. */
export function SecurityPanel<Data>({ action, query, operation, ref, children, ...section }: Props<Data>) {
  const { data, error } = query
  return (
    <Panel ref={ref} tabIndex={-1} aria-label={section.title} className={styles['panel']}>
      <ProfileSection {...section} aria-busy={data === undefined && !error}>
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <InlineLoadError query={query} operation={operation} />
        ) : (
          <>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </>
        )}
        {action && <div className={styles['actions']}>{action}</div>}
      </ProfileSection>
    </Panel>
  )
}

interface RowProps {
  name: string
  badge?: ReactNode
  details: ReactNode
  /** The button that removes it. */
  children: ReactNode
}

/** A session, passkey or token in the list of its panel. */
export function SecurityRow({ name, badge, details, children }: RowProps) {
  return (
    <li className={styles['row']}>
      <div className={styles['record']}>
        <p className={styles['name']}>
          {name}
          {badge}
        </p>
        <p className="note">{details}</p>
      </div>
      {children}
    </li>
  )
}

export function LastUsed({ at }: { at: string | null | undefined }) {
  return at ? (
    <>
      Last used <Moment at={at} />
    </>
  ) : (
    <span>Never used</span>
  )
}

interface ConfirmProps<Result> extends Omit<
  ComponentProps<typeof ConfirmDestructive>,
  'busy' | 'error' | 'onConfirm' | 'onCancel'
> {
  operation: MessageKey
  /** What to confirm the identity for, such as "revoke the token". */
  action: string
  call: () => Promise<Result>
  /** What to load again after the call. */
  reloads: QueryKey
  onClose: () => void
  onDone: (result: Result) => void
}

/** A dialog that confirms a call, and the identity if the server asks for that. */
export function ConfirmCall<Result>(props: ConfirmProps<Result>) {
  const { action, call, reloads, onClose, onDone, ...dialog } = props
  const client = useQueryClient()
  const withConfirmedIdentity = useIdentityConfirmation()
  const mutation = useMutation({
    mutationFn: () => withConfirmedIdentity(action, call),
    onSuccess: (result) => {
      onDone(result)
      // Closes the dialog before what opened it disappears, which returns the focus.
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: reloads }),
  })
  return (
    <ConfirmDestructive
      {...dialog}
      busy={mutation.isPending}
      error={mutation.error}
      onConfirm={() => mutation.mutate()}
      onCancel={() => {
        onClose()
        mutation.reset()
      }}
    />
  )
}
