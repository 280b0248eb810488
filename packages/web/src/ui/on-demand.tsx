import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { logFailure } from '#lib/log-failure.ts'

/** What a part that lies over the screen, and is loaded on demand, is told. */
export interface OverlayProps {
  open: boolean
  onClose: () => void
}

/**
 * A component whose code is loaded when it is first open, and kept from then on. Should that code be out of reach, which
 * the banner says, it is closed, and can be asked for again.
 */
export function onDemand<Props extends OverlayProps>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>()
    const missing = props.open && Part === undefined
    const request = useEffectEvent(async () => {
      try {
        const loaded = await load()
        setPart(() => loaded)
      } catch (error) {
        logFailure('A part of the console could not be loaded.', error)
        props.onClose()
      }
    })
    useEffect(() => {
      if (missing) void request()
    }, [missing])
    return Part && <Part {...props} />
  }
}
