import { useEffect, useState } from 'react'

/** Counts down seconds from `initial` or a later restart. Stays correct after the tab slept. */
export function useCountdown(initial = 0) {
  const [until, setUntil] = useState(() => (initial > 0 ? Date.now() + initial * 1000 : 0))
  const [left, setLeft] = useState(initial)

  useEffect(() => {
    if (until === 0) return undefined
    const timer = setInterval(() => {
      const seconds = secondsUntil(until)
      setLeft(seconds)
      if (seconds === 0) setUntil(0)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])

  const start = (seconds: number) => {
    setUntil(seconds > 0 ? Date.now() + seconds * 1000 : 0)
    setLeft(seconds)
  }
  return [left, start] as const
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
