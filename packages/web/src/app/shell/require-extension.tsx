import { SearchX } from 'lucide-react'
import { Outlet } from 'react-router-dom'
import { useScreen } from '#app/available-screens.ts'
import { hasExtension, useExtensions } from '#data/extensions.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'

/** The route's screen, or an empty state if the server lacks the extension. */
export function RequireExtension() {
  const { title = '', extension } = useScreen() ?? {}
  const extensions = useExtensions()
  if (extension === undefined || hasExtension(extensions, extension)) return <Outlet />
  if (extensions === undefined) return null
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState icon={<SearchX />} title={`This server has no ${title.toLowerCase()}.`} />
      </Panel>
    </>
  )
}
