import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { logFailure } from '#platform/log-failure.ts'
import styles from './copy-button.module.css'
import { IconButton } from './icon-button.tsx'

const SAID_MS = 2000

/** Copies a text to the clipboard, and says that it did; not there where the browser lets no page copy. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch (error) {
      logFailure('The browser refused to copy.', error)
    }
  }
  // Outside of a secure context there is none.
  if (!('clipboard' in navigator)) return null
  return (
    <>
      <IconButton
        label={label}
        title={copied ? 'Copied' : 'Copy'}
        className={styles['copy']}
        onClick={() => void copy()}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <output className="visually-hidden">{copied && 'Copied'}</output>
    </>
  )
}
