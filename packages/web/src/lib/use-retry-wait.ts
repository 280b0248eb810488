import { ApiError } from '@rapport/core/api/api-error.ts'
import { useState } from 'react'
import { secondsToRetry } from './retry-moment.ts'
import { useCountdown } from './use-countdown.ts'

/** Seconds until the server takes another try after this failure of a call; 0 when it may be tried at once. */
export function useRetryWait(error: unknown): number {
  const [wait, startWait] = useCountdown()
  const [known, setKnown] = useState<unknown>()
  if (error !== known) {
    setKnown(error)
    startWait(secondsToRetry(error))
  }
  return wait
}

/** Seconds that the server asked to wait for; 0 when it did not. */
export function retryAfter(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
}
