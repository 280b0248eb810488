import { useEffect, useRef } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import type { NewToken } from './security.queries.ts'
import styles from './api-tokens.module.css'

interface Props extends NewToken {
  onDone: () => void
}

/** The secret of a new token, which the server sends only once. */
export function NewTokenSecret({ secret, token, onDone }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice
      ref={notice}
      tone="success"
      action={
        <Button size="small" onClick={onDone}>
          Done
        </Button>
      }
    >
      <p>
        Copy the token <strong>{token.name}</strong> now: you won’t see it again.
      </p>
      <p className={styles['secret']}>
        <code>{secret}</code>
        <CopyButton label="Copy the token" text={secret} />
      </p>
    </Notice>
  )
}
