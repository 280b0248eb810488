import { Unplug } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useRouteError } from 'react-router-dom'
import { logFailure } from '#platform/log-failure.ts'
import { paths } from '#platform/paths.ts'
import { Button } from '#ui/primitives/button.tsx'
import { MessagePage } from './message-page.tsx'

/** The error of a page that threw or whose code failed to load; that of a screen is shown beside the navigation. */
export function RouteError({ isNested = false }: { isNested?: boolean }) {
  const error = useRouteError()
  useEffect(() => logFailure('A screen has failed.', error), [error])
  return (
    <MessagePage
      icon={<Unplug />}
      title="This screen could not be shown"
      isNested={isNested}
      actions={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Link to={paths.home}>Start page</Link>
        </>
      }
    >
      Rapport may have been updated since you opened it, or the connection was lost. Reload the page to continue; what
      you typed into a form is kept.
    </MessagePage>
  )
}
