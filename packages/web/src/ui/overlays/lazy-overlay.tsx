import { lazy, Suspense, useRef, useState, type ComponentType, type KeyboardEvent } from 'react'

export interface OverlayProps {
  open: boolean
  onClose: () => void
}

/** The state of an overlay: props of its button, and of the overlay itself. */
export function useOverlay() {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const onClose = () => setOpen(false)
  const button = {
    ref: trigger,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'ArrowDown' && setOpen(true),
  }
  return { button, overlay: { open, onClose, trigger } }
}

/** Creates a dialog, menu, popover or drawer that is loaded when it is first opened. */
export function lazyOverlay<Props extends OverlayProps>(load: () => Promise<ComponentType<Props>>) {
  const Overlay = lazy(async () => ({ default: await load() }))
  return function LazyOverlay(props: Props) {
    const [wasOpened, setWasOpened] = useState(false)
    if (props.open && !wasOpened) setWasOpened(true)
    return (
      wasOpened && (
        <Suspense>
          <Overlay {...props} />
        </Suspense>
      )
    )
  }
}
