import { Link, useLocation } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { MessagePage } from './message-page.tsx'

/** The page for a path that is not in the route table. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <MessagePage
      title="There is no such page"
      within
      actions={
        <>
          <Link to={paths.dashboard}>Go to the dashboard</Link>
          <Link to={paths.users}>See the users</Link>
        </>
      }
    >
      <p>
        Nothing lives at <strong>{pathname}</strong>. The address may be mistyped, or the page has moved.
      </p>
    </MessagePage>
  )
}
