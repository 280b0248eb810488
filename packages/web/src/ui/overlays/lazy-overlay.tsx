import { lazy, Suspense, useState, type ComponentType } from 'react'

export interface OverlayProps {
  open: boolean
  onClose: () => void
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
