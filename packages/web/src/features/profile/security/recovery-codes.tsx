import { Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { download } from '#platform/download.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { CopyButton } from '#ui/primitives/copy-button.tsx'
import styles from './two-factor.module.css'

interface Props {
  codes: readonly string[]
  onSaved: () => void
}

/** Recovery codes, which the server sends only once. */
export function RecoveryCodes({ codes, onSaved }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <>
      <Notice tone="warning" ref={notice}>
        Two-factor authentication is on. Save these codes now: you won’t see them again. Each works once.
      </Notice>
      <ol className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles['buttons']}>
        <CopyButton label="Copy the codes" text={text}>
          Copy
        </CopyButton>
        <Button
          icon={<Download />}
          onClick={() => download('rapport-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="primary" className={styles['saved']} onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </>
  )
}
