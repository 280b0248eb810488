import { lazyOverlay } from './lazy-overlay.tsx'

/** A modal question, loaded on demand. */
export const AlertDialog = lazyOverlay(async () => (await import('./alert-dialog-popup.tsx')).AlertDialogPopup)
