/** What a part that is loaded on demand, and lies over the screen, is told. */
export interface OverlayProps {
  open: boolean
  onClose: () => void
}
