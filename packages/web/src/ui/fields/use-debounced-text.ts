import { useEffect, useEffectEvent, useState } from 'react'

const DELAY_MS = 250

/**
 * The text of a search box whose value is kept elsewhere, such as in the URL. Typing shows at once and is passed on when
 * it pauses; a value that changes by itself, as by the Back button, replaces the text.
 */
export function useDebouncedText(value: string, onPause: (text: string) => void) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)

  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }

  const passOn = useEffectEvent((next: string) => {
    setSent(next)
    onPause(next)
  })
  useEffect(() => {
    if (text === sent) return undefined
    const timer = setTimeout(() => passOn(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, sent])

  return [text, setText] as const
}
