import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { logFailure } from '#platform/log-failure.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

const SAID_MS = 2000

/** A button that copies a text, an icon unless it has `children`. Hidden if the browser does not allow copying. */
export function CopyButton({ label, text, children }: { label: string; text: string; children?: string }) {
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
  // The clipboard exists only in a secure context.
  if (!('clipboard' in navigator)) return null
  const Icon = copied ? Check : Copy
  return (
    <>
      {children === undefined ? (
        <IconButton label={label} icon={Icon} title={copied ? 'Copied' : 'Copy'} isSmall onClick={() => void copy()} />
      ) : (
        <Button icon={<Icon />} aria-label={label} onClick={() => void copy()}>
          {children}
        </Button>
      )}
      <output className="visually-hidden">{copied && 'Copied'}</output>
    </>
  )
}
