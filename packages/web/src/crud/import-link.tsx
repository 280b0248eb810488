import { Upload } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { ButtonLink } from '#ui/primitives/button-link.tsx'

/** A link to the import, which then links back to this list. */
export function ImportLink() {
  const { pathname } = useLocation()
  return (
    <ButtonLink to={paths.import} state={pathname} icon={<Upload aria-hidden="true" />}>
      Import
    </ButtonLink>
  )
}
