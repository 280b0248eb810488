import { useEffect, useEffectEvent, useRef, useState } from 'react'

const DELAY_MS = 250

/**
 * The text of a search box whose value is kept elsewhere, such as in the URL. Typing shows at once and is passed on when
 * it pauses; a value that changes by itself, as by the Back button, replaces the text.
 */
export function useDebouncedText(value: string, onPause: (text: string) => void) {
  const [text, setText] = useState(value)
  /** The value that the text follows: the last one passed on, or that came from elsewhere. */
  const followed = useRef(value)
  useEffect(() => {
    // What was typed since stays when the value that was passed on comes back.
    if (value !== followed.current) setText(value)
    followed.current = value
  }, [value])

  const passOn = useEffectEvent((next: string) => {
    if (next === followed.current) return
    followed.current = next
    onPause(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => passOn(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])

  return [text, setText] as const
}
