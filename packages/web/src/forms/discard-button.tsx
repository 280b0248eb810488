import type { ReactNode } from 'react'
import { focusHeading } from '#ui/layout/focus-heading.ts'
import { Button } from '#ui/primitives/button.tsx'

/** Button of a notice that discards what is in the form. The notice goes with it, so the heading gets the focus. */
export function DiscardButton({ onDiscard, children }: { onDiscard: () => void; children: ReactNode }) {
  return (
    <Button
      size="small"
      onClick={() => {
        onDiscard()
        focusHeading()
      }}
    >
      {children}
    </Button>
  )
}
