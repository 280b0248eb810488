import { lazyOverlay } from './lazy-overlay.tsx'

/** A modal question, whose code is loaded when the first one is asked. */
export const AlertDialog = lazyOverlay(async () => (await import('./alert-dialog-popup.tsx')).AlertDialogPopup)
