import { useEffect, useEffectEvent, useRef, useState } from 'react'

const SEARCH_DELAY_MS = 250

/**
 * Text of a search box whose value is kept elsewhere, such as in the URL. Typed text shows at once and is passed on when
 * typing pauses. A value that changes for another reason, such as Back, replaces the text.
 */
export function useDebouncedText(value: string, onPause: (text: string) => void) {
  const [text, setText] = useState(value)
  /** The last value passed on or received. */
  const lastValue = useRef(value)
  useEffect(() => {
    // Keeps newer text when the value that was passed on comes back.
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
