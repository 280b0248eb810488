import { ApiError } from '@rapport/core/api/api-error.ts'

const MAX_WAIT_SECONDS = 60

/** Repeats a call as long as a busy server asks to wait, until `signal` aborts. */
export async function withRetryAfter<Data>(send: () => Promise<Data>, signal: AbortSignal): Promise<Data> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const { status, retryAfterSeconds } = error instanceof ApiError ? error : {}
      if ((status !== 429 && status !== 503) || retryAfterSeconds === undefined) throw error
      const seconds = Math.min(Math.max(retryAfterSeconds, 1), MAX_WAIT_SECONDS)
      await new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined)
        setTimeout(resolve, seconds * 1000)
        signal.addEventListener('abort', resolve)
      })
      if (signal.aborted) throw error
    }
  }
}
