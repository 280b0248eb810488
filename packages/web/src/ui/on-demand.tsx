import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { logFailure } from '#lib/log-failure.ts'
import { holdKeys } from './held-keys.ts'

/** What a part that lies over the screen, and is loaded on demand, is told. */
export interface OverlayProps {
  open: boolean
  onClose: () => void
}

interface Options {
  /** The screen below waits for it. Default true. */
  modal?: boolean
}

let awaited = 0

/** Whether a modal part was asked for and is still being loaded. */
export function isOverlayAwaited(): boolean {
  return awaited > 0
}

/**
 * A component whose code is loaded when it is first open, and kept from then on. Should that code be out of reach, which
 * the banner says, it is closed, and can be asked for again. The code of a modal one is fetched as soon as somebody moves
 * the pointer or presses a key, and while it is missing all the same, keys do not get at the screen below.
 */
export function onDemand<Props extends OverlayProps>(
  load: () => Promise<ComponentType<Props>>,
  { modal = true }: Options = {},
): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>()
    const missing = props.open && Part === undefined
    const close = useEffectEvent(() => props.onClose())
    useEffect(() => (modal ? onSignOfLife(() => void load().catch(logLoading)) : undefined), [])
    useEffect(() => {
      if (!missing) return undefined
      let state: 'asked' | 'loaded' | 'dropped' = 'asked'
      const release = modal ? awaitOverlay(close) : undefined
      const request = async () => {
        try {
          const loaded = await load()
          if (state === 'asked') state = 'loaded'
          setPart(() => loaded)
        } catch (error) {
          logLoading(error)
          // It may have been closed and asked for again meanwhile.
          if (state === 'asked') close()
        }
      }
      void request()
      return () => {
        release?.(state === 'loaded')
        state = 'dropped'
      }
    }, [missing])
    return Part && <Part {...props} />
  }
}

function awaitOverlay(onEscape: () => void): (handOver: boolean) => void {
  awaited += 1
  const release = holdKeys(onEscape)
  return (handOver) => {
    awaited -= 1
    release(handOver)
  }
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls back once, when somebody turns out to be there. Returns the way to stop. */
function onSignOfLife(act: () => void): () => void {
  const stop = () => {
    for (const sign of SIGNS) window.removeEventListener(sign, note, { capture: true })
  }
  const note = () => {
    // Nothing could be fetched now; the next sign may come with a connection.
    if (!navigator.onLine) return
    stop()
    act()
  }
  for (const sign of SIGNS) window.addEventListener(sign, note, { capture: true, passive: true })
  return stop
}

function logLoading(error: unknown): void {
  logFailure('A part of the console could not be loaded.', error)
}
