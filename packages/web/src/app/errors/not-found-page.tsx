import { Link, useLocation } from 'react-router-dom'
import { Shell } from '#app/shell/shell.tsx'
import { paths } from '#platform/paths.ts'
import { useToken } from '#session/session.ts'
import { MessagePage } from './message-page.tsx'

/** The page for a path that is not in the route table: inside the shell when signed in. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  const signedIn = useToken() !== null
  const page = (
    <MessagePage
      title="There is no such page"
      within={signedIn}
      actions={
        signedIn ? (
          <>
            <Link to={paths.dashboard}>Go to the dashboard</Link>
            <Link to={paths.users}>See the users</Link>
          </>
        ) : (
          <Link to={paths.signIn}>Go to sign in</Link>
        )
      }
    >
      <p>
        Nothing lives at <strong>{pathname}</strong>. The address may be mistyped, or the page has moved.
      </p>
    </MessagePage>
  )
  return signedIn ? <Shell>{page}</Shell> : page
}
