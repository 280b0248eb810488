import { Link, useRouteError } from 'react-router-dom'
import { PageLoadError } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { MessagePage } from './message-page.tsx'

/** Stands in for a screen of the shell that failed. */
export function ScreenError() {
  return <RouteError within />
}

/** Stands in for a page that failed: its code is gone after a deployment, or it broke. */
export function RouteError({ within = false }: { within?: boolean }) {
  const outdated = useRouteError() instanceof PageLoadError

  const reload = (
    <Button variant="primary" onClick={() => window.location.reload()}>
      Reload
    </Button>
  )
  if (outdated) {
    return (
      <MessagePage title="A new version is ready" actions={reload} within={within}>
        <p>Rapport has been updated since you opened it, or the connection was lost. Reload to go on.</p>
      </MessagePage>
    )
  }
  return (
    <MessagePage
      title="This screen has stopped working"
      within={within}
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
