import { Badge } from './badge.tsx'
import { capitalised, NOT_SET } from './display-text.ts'

/** A status as the specification shows it (section 2): active green, every other red; each with a shape of its own. */
export function StatusBadge({ status }: { status: string | null | undefined }) {
  if (!status?.trim()) {
    return (
      <Badge tone="red" shape="ring">
        {NOT_SET}
      </Badge>
    )
  }
  const isActive = status === 'active'
  return (
    <Badge tone={isActive ? 'green' : 'red'} shape={isActive ? 'dot' : status === 'pending' ? 'ring' : 'dash'}>
      {capitalised(status)}
    </Badge>
  )
}
