import { ArrowLeft, Compass, LayoutDashboard, Search } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { openOverlay } from '#app/palette/shortcuts.ts'
import { paths } from '#platform/paths.ts'
import { Button, ButtonLink } from '#ui/primitives/button.tsx'
import { MessagePage } from './message-page.tsx'

export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <MessagePage
      icon={<Compass />}
      title="Page not found"
      isNested
      actions={
        <>
          <ButtonLink variant="primary" icon={<LayoutDashboard />} to={paths.dashboard}>
            Go to the dashboard
          </ButtonLink>
          {window.history.length > 1 && (
            <Button icon={<ArrowLeft />} onClick={() => window.history.back()}>
              Back
            </Button>
          )}
          <Button icon={<Search />} onClick={() => openOverlay('palette')}>
            Search
          </Button>
        </>
      }
    >
      There is no page at <code>{pathname}</code>. The address may be mistyped, or the page has moved.
    </MessagePage>
  )
}
