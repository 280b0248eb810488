import { lazy, Suspense, useRef, useState, type ComponentType, type KeyboardEvent, type RefObject } from 'react'

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

/** Closes a popup unless its own button was clicked, which already toggles it. */
export function closeUnlessTrigger(trigger: RefObject<HTMLElement | null>, onClose: () => void) {
  return (open: boolean, { event }: { event: Event }): void => {
    const isTrigger = event.target instanceof Node && trigger.current?.contains(event.target)
    if (!open && !isTrigger) onClose()
  }
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
