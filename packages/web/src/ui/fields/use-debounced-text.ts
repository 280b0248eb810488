import { useEffect, useEffectEvent, useRef, useState } from 'react'

const SEARCH_DELAY_MS = 250

/**
 * Keeps the text of a search box whose value is kept elsewhere, such as in the URL. Passes typed text on when
 * typing pauses. A value that changes for another reason, such as Back, replaces the text.
 */
export function useDebouncedText(value: string, onPause: (text: string) => void) {
  const [text, setText] = useState(value)
  /** The last value passed on or received. */
  const lastValue = useRef(value)
  useEffect(() => {
    // The value that was passed on comes back here; it must not replace newer text.
    if (value !== lastValue.current) setText(value)
    lastValue.current = value
  }, [value])

  const passOn = useEffectEvent((next: string) => {
    if (next === lastValue.current) return
    lastValue.current = next
    onPause(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => passOn(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])

  return [text, setText] as const
}
