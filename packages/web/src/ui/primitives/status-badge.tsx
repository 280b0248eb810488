import { Badge } from './badge.tsx'
import { capitalised, NOT_SET } from './display-text.ts'

/** A status as specified (section 2): active is green, others are red, and the shapes differ too. */
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
