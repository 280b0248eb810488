import { useSyncExternalStore } from 'react'
import { onDemand } from './on-demand.tsx'
import { dropToasts, isToastWaiting, onToastWaiting } from './toast.ts'

const Viewport = onDemand(async () => (await import('./toast-viewport.tsx')).ToastViewport, { modal: false })

/** Where the toasts appear; once, at the root of the signed-in screens. What draws them is loaded with the first. */
export function Toaster() {
  return <Viewport open={useSyncExternalStore(onToastWaiting, isToastWaiting)} onClose={dropToasts} />
}
