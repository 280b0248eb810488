import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { whileOffline } from '#lib/connection.ts'
import { PageLoadError } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { MessagePage } from './message-page.tsx'

/** Stands in for a screen of the shell that failed. */
export function ScreenError() {
  return <RouteError within />
}

interface Props {
  /** It stands in the shell. */
  within?: boolean
}

/** Stands in for a page that failed: its code is out of reach, or gone after a deployment, or it broke. */
export function RouteError({ within = false }: Props) {
  const error = useRouteError()
  const { key } = useLocation()
  if (error instanceof PageLoadError) return <MissingPage key={key} error={error} within={within} />
  return (
    <MessagePage
      title="This screen has stopped working"
      within={within}
      actions={
        <>
          <Reload />
          <Link to={paths.home}>Start page</Link>
        </>
      }
    >
      <p>Something unexpected happened here. Reloading usually helps.</p>
    </MessagePage>
  )
}

function MissingPage({ error, within }: Required<Props> & { error: PageLoadError }) {
  const { gone, busy, retry } = useSecondTry(error)
  const [title, text, action]: [string, string, ReactNode] = gone
    ? [
        'A new version is ready',
        'Rapport has been updated since you opened it. Reload to go on.',
        <Reload key="reload" />,
      ]
    : [
        'No connection',
        'This screen could not be loaded. It appears by itself once the connection is back.',
        <Button key="retry" variant="primary" busy={busy} onClick={() => void retry()}>
          Retry
        </Button>,
      ]
  return (
    <MessagePage title={title} actions={action} within={within}>
      <p>{text}</p>
    </MessagePage>
  )
}

/** Tries again until the screen's code is there, or turns out to be gone for good. */
function useSecondTry(error: PageLoadError) {
  const location = useLocation()
  const navigate = useNavigate()
  const [gone, setGone] = useState(error.gone)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const left = useRef(false)
  const retry = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await error.retry()
      // To be where one is draws the screen anew.
      if (!left.current) await navigate(location, { replace: true, state: location.state, preventScrollReset: true })
    } catch (again) {
      setGone(again instanceof PageLoadError && again.gone)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const attempt = useEffectEvent(() => void retry())
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  useEffect(() => {
    if (gone) return undefined
    // It may have been missing long ago.
    const soon = setTimeout(() => attempt())
    const stop = whileOffline(() => attempt())
    return () => {
      clearTimeout(soon)
      stop()
    }
  }, [gone])
  return { gone, busy, retry }
}

function Reload() {
  return (
    <Button variant="primary" onClick={() => window.location.reload()}>
      Reload
    </Button>
  )
}
