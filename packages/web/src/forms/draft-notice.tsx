import { focusHeading } from '#ui/layout/focus-heading.ts'
import type { Draft } from './drafts.ts'
import { Moment } from '#ui/primitives/moment.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/primitives/button.tsx'

interface Props {
  draft: Draft
  onDiscard: () => void
}

/** Says that a draft was restored, and which images to choose again. */
export function DraftNotice({ draft: { fileNames, at }, onDiscard }: Props) {
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
