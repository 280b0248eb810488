import { useEffect, useState } from 'react'

/** Seconds left until a moment that the returned function sets; 0 when it has passed. Right after a sleeping tab too. */
export function useCountdown() {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)

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
