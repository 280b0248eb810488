import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface Props {
  /** What went wrong, in the words of the error catalogue. */
  text: string
  /** It is being tried again. */
  busy: boolean
  onRetry: () => void
}

/** Stands in for what could not be loaded, with a button that tries again. */
export function LoadError({ text, busy, onRetry }: Props) {
  return (
    <Notice
      tone="error"
      action={
        <Button size="small" busy={busy} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
