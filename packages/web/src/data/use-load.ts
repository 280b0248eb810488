import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errorText } from '#ui/feedback/error-text.ts'

/** Loads on demand, until cancelled or unmounted. Passes error messages to `onError`, and undefined at each start. */
export function useLoad<Data>(
  read: (signal: AbortSignal) => Promise<Data>,
  operation: MessageKey,
  onError: (message: string | undefined) => void,
) {
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const { mutate, isPending, reset } = useMutation({ mutationFn: read })
  const load = (onLoaded: (data: Data) => void) => {
    controller.current = new AbortController()
    onError(undefined)
    mutate(controller.current.signal, {
      onSuccess: onLoaded,
      onError: (error) => onError(errorText(operation, error)),
    })
  }
  const cancel = () => {
    controller.current?.abort()
    reset()
  }
  return { isLoading: isPending, load, cancel }
}
