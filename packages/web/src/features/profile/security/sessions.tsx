import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { client as server } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { type Session, sessionsQuery } from '#data/security.queries.ts'
import { CallError } from '#ui/feedback/call-error.tsx'
import { showSuccess } from '#ui/feedback/toast.ts'
import { Badge } from '#ui/primitives/badge.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { LastUsed, SecurityPanel, SecurityRow } from './security-panel.tsx'

/** The panel of the admin's sessions, which can be ended. */
export function Sessions() {
  const client = useQueryClient()
  const query = useQuery(sessionsQuery)
  const panel = useRef<HTMLElement>(null)
  /** Ends a session, or all others. */
  const end = useMutation({
    mutationFn: async (session?: Session) => {
      if (session) {
        await server.call('endSession', { params: { id: session.id } })
        return `${formatDevice(session)} was signed out.`
      }
      const { ended } = await server.call('endOtherSessions')
      return ended === 1 ? '1 session was signed out.' : `${ended} sessions were signed out.`
    },
    onSuccess: (message) => {
      showSuccess(message)
      panel.current?.focus()
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
  const isEnding = (session?: Session) => end.isPending && end.variables?.id === session?.id
  const hasOthers = query.data?.some(({ current }) => !current)
  return (
    <SecurityPanel
      ref={panel}
      title="Sessions"
      intro="Where you are signed in."
      action={
        hasOthers && (
          <Button busy={isEnding()} onClick={() => end.mutate(undefined)}>
            Sign out all other sessions
          </Button>
        )
      }
      query={query}
      operation="listSessions"
    >
      {(sessions) => (
        <>
          <CallError operation={end.variables ? 'endSession' : 'endOtherSessions'} error={end.error} />
          <ul aria-label="Sessions" className="divided">
            {sessions.map((session) => (
              <SecurityRow
                key={session.id}
                name={formatDevice(session)}
                badge={
                  session.current && (
                    <Badge tone="green" shape="dot">
                      This session
                    </Badge>
                  )
                }
                details={
                  <>
                    {session.ip || 'Unknown address'} · Signed in <Moment at={session.created_at} /> ·{' '}
                    <LastUsed at={session.last_used_at} />
                  </>
                }
              >
                {!session.current && (
                  <Button
                    aria-label={`Sign out ${formatDevice(session)}`}
                    busy={isEnding(session)}
                    onClick={() => end.mutate(session)}
                  >
                    Sign out
                  </Button>
                )}
              </SecurityRow>
            ))}
          </ul>
          {!hasOthers && <p>You have no other sessions.</p>}
        </>
      )}
    </SecurityPanel>
  )
}

const formatDevice = ({ device }: Session) => device ?? 'Unknown device'
