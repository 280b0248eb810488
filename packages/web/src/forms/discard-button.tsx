import type { ReactNode } from 'react'
import { focusHeading } from '#ui/layout/focus-heading.ts'
import { Button } from '#ui/primitives/button.tsx'

/** A button of a notice that discards the form's changes. The notice disappears too, so the heading gets the focus. */
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
