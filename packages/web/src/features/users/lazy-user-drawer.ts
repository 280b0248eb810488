import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'

/** `UserDrawer`, loaded when the first user is opened. */
export const LazyUserDrawer = lazyOverlay(async () => (await import('./user-drawer.tsx')).UserDrawer)
