import { focusHeading } from '#ui/layout/focus-heading.ts'
import type { Draft } from './drafts.ts'
import { Button } from '#ui/primitives/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

interface Props {
  draft: Draft
  onDiscard: () => void
}

/** Tells that a draft was restored, and which images have to be chosen again. */
export function DraftNotice({ draft: { fileNames }, onDiscard }: Props) {
  return (
    <Notice
      tone="info"
      action={
        <Button
          size="small"
          onClick={() => {
            onDiscard()
            focusHeading()
          }}
        >
          Discard draft
        </Button>
      }
    >
      Your unsaved changes are back.
      {fileNames.map((name) => (
        <span key={name}>
          {' '}
          Choose the image again: <bdi>{name}</bdi>.
        </span>
      ))}
    </Notice>
  )
}
