import { useEffect, useState } from 'react'

/** Counts down from a number of seconds, again after a restart. Stays correct after the tab slept. */
export function useCountdown(seconds: number) {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)

  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [until])

  const restart = () => {
    setUntil(Date.now() + seconds * 1000)
    setLeft(seconds)
  }
  return [left, restart] as const
}
