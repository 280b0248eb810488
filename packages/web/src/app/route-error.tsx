import { Link, useRouteError } from 'react-router-dom'
import { PageLoadError } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { MessagePage } from './message-page.tsx'

/** Stands in for a screen that failed: its code is gone after a deployment, or it broke. */
export function RouteError() {
  const outdated = useRouteError() instanceof PageLoadError

  const reload = (
    <Button variant="primary" onClick={() => window.location.reload()}>
      Reload
    </Button>
  )
  if (outdated) {
    return (
      <MessagePage title="A new version is ready" actions={reload}>
        <p>Rapport has been updated since you opened it, or the connection was lost. Reload to go on.</p>
      </MessagePage>
    )
  }
  return (
    <MessagePage
      title="This screen has stopped working"
      actions={
        <>
          {reload}
          <Link to={paths.home}>Start page</Link>
        </>
      }
    >
      <p>Something unexpected happened here. Reloading usually helps.</p>
    </MessagePage>
  )
}
