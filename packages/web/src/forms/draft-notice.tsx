import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'
import { focusHeading } from '#ui/layout/focus-heading.ts'
import { Button } from '#ui/primitives/button.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import type { Draft } from './drafts.ts'

interface Props {
  draft: Draft
  onDiscard: () => void
}

/** A notice that a draft was restored, and which images to choose again. */
export function DraftNotice({ draft: { fileNames, at }, onDiscard }: Props) {
  return (
    <Notice tone="info" action={<DiscardButton onDiscard={onDiscard}>Discard draft</DiscardButton>}>
      Your unsaved changes{' '}
      {at !== undefined && (
        <>
          from <Moment at={at} pattern="dd MMM, HH:mm" />{' '}
        </>
      )}
      are back.
      {fileNames.map((name) => (
        <span key={name}>
          {' '}
          Choose the image again: <bdi>{name}</bdi>.
        </span>
      ))}
    </Notice>
  )
}

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
