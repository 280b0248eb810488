import { lazyOverlay } from './lazy-overlay.tsx'

/** `AlertDialog`, loaded when the first question is asked. */
export const AlertFrame = lazyOverlay(async () => (await import('./alert-dialog.tsx')).AlertDialog)
