import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useRef } from 'react'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { type Session, sessionsQuery } from '#data/security.queries.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { Badge } from '#ui/primitives/badge.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { SecurityPanel } from './security-panel.tsx'
import styles from './security.module.css'

/** The panel of the admin's sessions, which can be ended. */
export function Sessions() {
  const client = useQueryClient()
  const query = useQuery(sessionsQuery)
  const panel = useRef<HTMLElement>(null)
  const callbacks = {
    onSuccess: (message: string) => {
      showSuccess(message)
      panel.current?.focus()
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  }
  const end = useMutation({
    mutationFn: async (session: Session) => {
      await server.call('endSession', { params: { id: session.id } })
      return `${formatDevice(session)} was signed out.`
    },
    ...callbacks,
  })
  const endOthers = useMutation({
    mutationFn: async () => {
      const { ended } = await server.call('endOtherSessions')
      return ended === 1 ? '1 session was signed out.' : `${ended} sessions were signed out.`
    },
    ...callbacks,
  })
  const hasOthers = query.data?.some(({ current }) => !current)
  return (
    <SecurityPanel
      ref={panel}
      title="Sessions"
      intro="Where you are signed in."
      action={
        hasOthers && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out all other sessions
          </Button>
        )
      }
      query={query}
      operation="listSessions"
    >
      {(sessions) => (
        <>
          <CallError operation="endSession" error={end.error} />
          <CallError operation="endOtherSessions" error={endOthers.error} />
          <ul aria-label="Sessions">
            {sessions.map((session) => (
              <li key={session.id} className={styles['row']}>
                <div className={styles['record']}>
                  <p className={styles['name']}>
                    {formatDevice(session)}
                    {session.current && (
                      <Badge tone="green" shape="dot">
                        This session
                      </Badge>
                    )}
                  </p>
                  <p className={styles['details']}>
                    <span>
                      <IpAddress ip={session.ip || 'Unknown address'} />
                    </span>
                    <span>
                      Signed in <Moment at={session.created_at} />
                    </span>
                    <span>
                      Last used <Moment at={session.last_used_at} />
                    </span>
                  </p>
                </div>
                {!session.current && (
                  <Button
                    aria-label={`Sign out ${formatDevice(session)}`}
                    busy={end.isPending && end.variables.id === session.id}
                    onClick={() => end.mutate(session)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {!hasOthers && <p className={styles['quiet']}>You have no other sessions.</p>}
        </>
      )}
    </SecurityPanel>
  )
}

const formatDevice = ({ device }: Session) => device ?? 'Unknown device'

/** An IP address, which breaks between its groups if it is long. */
function IpAddress({ ip }: { ip: string }) {
  return Array.from(ip.matchAll(/[^:]+:*|:+/g), ({ 0: group, index }) => (
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ))
}
