import type { RestoredDraft } from '#lib/use-draft.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface Props {
  restored: RestoredDraft
  onDiscard: () => void
}

/** Says that a draft is back, and which of its files are not. */
export function DraftNotice({ restored: { savedAt, lostFiles }, onDiscard }: Props) {
  return (
    <Notice
      tone="info"
      action={
        <Button
          size="small"
          onClick={() => {
            onDiscard()
            // The button goes; the form begins anew at its heading, as when it is opened.
            document.querySelector<HTMLElement>('main h1')?.focus()
          }}
        >
          Discard draft
        </Button>
      }
    >
      Your unsaved changes from <time dateTime={savedAt.toISOString()}>{timeFormat.format(savedAt)}</time> are back.
      {lostFiles.map((name) => (
        <span key={name}>
          {' '}
          Only the image has to be chosen again: <bdi>{name}</bdi>.
        </span>
      ))}
    </Notice>
  )
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
