import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import { OfflineError } from '#platform/offline-error.ts'
import { useIsOnline } from '#platform/use-is-online.ts'
import { errorText } from './error-text.ts'
import { Notice } from './notice.tsx'

interface Props {
  operation: MessageKey
  error: Error | null | undefined
}

/** The error of a call, until the browser is online again if that was the reason. */
export function CallError({ operation, error }: Props) {
  const isOnline = useIsOnline()
  if (!error || (isOnline && error instanceof OfflineError)) return null
  return <Notice tone="error">{errorText(operation, error)}</Notice>
}
