import { useEffect, useState } from 'react'

/** Counts down from a number of seconds, correctly even after the tab was suspended. Also returns a restart function. */
export function useCountdown(seconds: number) {
  const [endTime, setEndTime] = useState(() => Date.now() + seconds * 1000)
  const [secondsLeft, setSecondsLeft] = useState(seconds)

  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(Math.max(0, Math.ceil((endTime - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [endTime])

  const restart = () => {
    setEndTime(Date.now() + seconds * 1000)
    setSecondsLeft(seconds)
  }
  return [secondsLeft, restart] as const
}
