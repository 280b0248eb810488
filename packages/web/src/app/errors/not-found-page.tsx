import { Link, useLocation } from 'react-router-dom'
import { Shell } from '#app/shell/shell.tsx'
import { paths } from '#platform/paths.ts'
import { useToken } from '#session/session.ts'
import { PublicFrame } from '#ui/layout/public-frame.tsx'
import { MessagePage } from './message-page.tsx'
import styles from './not-found-page.module.css'

const TITLE = 'There is no such page'

/** The page for a path that is not in the route table: inside the shell when signed in. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  const explanation = (
    <>
      Nothing lives at <strong className={styles['path']}>{pathname}</strong>. The address may be mistyped, or the page
      has moved.
    </>
  )
  if (useToken() === null) {
    return (
      <PublicFrame title={TITLE} intro={explanation}>
        <p className={styles['next']}>
          <Link to={paths.signIn}>Go to sign in</Link>
        </p>
      </PublicFrame>
    )
  }
  return (
    <Shell>
      <MessagePage
        title={TITLE}
        within
        actions={
          <>
            <Link to={paths.dashboard}>Go to the dashboard</Link>
            <Link to={paths.users}>See the users</Link>
          </>
        }
      >
        <p>{explanation}</p>
      </MessagePage>
    </Shell>
  )
}
