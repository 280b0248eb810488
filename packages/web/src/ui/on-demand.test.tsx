import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { onDemand, type OverlayProps } from './on-demand.tsx'

function Box({ open, onClose }: OverlayProps) {
  return (
    open && (
      <div role="dialog" aria-label="Box">
        <input aria-label="Inside" autoFocus />
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    )
  )
}

/** A screen with a part whose requests the test answers, one after the other. */
function openScreen() {
  const requests: PromiseWithResolvers<ComponentType<OverlayProps>>[] = []
  const Part = onDemand(() => {
    const request = Promise.withResolvers<ComponentType<OverlayProps>>()
    requests.push(request)
    return request.promise
  })
  const onKey = vi.fn<() => void>()
  function Screen() {
    const [shown, setShown] = useState(false)
    return (
      <>
        <button type="button" onKeyDown={onKey} onClick={() => setShown(true)}>
          Open
        </button>
        <p>{shown ? 'asked for' : 'closed'}</p>
        <Part open={shown} onClose={() => setShown(false)} />
      </>
    )
  }
  render(<Screen />)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  const ask = () => fireEvent.click(opener)
  return { requests, onKey, ask, user: userEvent.setup() }
}

/** Lets what hangs on a promise happen. */
const settle = (answer: () => void) =>
  act(async () => {
    answer()
    await Promise.resolve()
  })

test('what is typed while it is loaded does not get at the screen, but into its field', async () => {
  const { requests, onKey, ask, user } = openScreen()
  ask()
  await user.keyboard('po?{Backspace}s{Enter}{Tab}')
  expect(onKey).not.toHaveBeenCalled()
  await settle(() => requests[0]?.resolve(Box))
  expect(await screen.findByLabelText('Inside')).toHaveValue('pos')
  await user.keyboard('x')
  expect(screen.getByLabelText('Inside')).toHaveValue('posx')
})

test('Escape takes the wish back, and the keys are the screen’s again', async () => {
  const { requests, onKey, ask, user } = openScreen()
  ask()
  await user.keyboard('a{Escape}')
  expect(screen.getByText('closed')).toBeVisible()
  await user.keyboard('b')
  expect(onKey).toHaveBeenCalledOnce()
  await settle(() => requests[0]?.resolve(Box))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  ask()
  expect(screen.getByLabelText('Inside')).toHaveValue('')
})

test('a request that fails closes what asked for it, and nothing that was asked for since', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { requests, ask, user } = openScreen()
  ask()
  await user.keyboard('{Escape}')
  ask()
  await settle(() => requests[0]?.reject(new TypeError('Failed to fetch')))
  expect(screen.getByText('asked for')).toBeVisible()
  await settle(() => requests.at(-1)?.reject(new TypeError('Failed to fetch')))
  expect(screen.getByText('closed')).toBeVisible()
  expect(logged).toHaveBeenCalledTimes(2)
  logged.mockRestore()
})

test('its code is fetched as soon as somebody is there and the browser online, and not before', () => {
  const { requests } = openScreen()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent.pointerMove(document.body)
  expect(requests).toHaveLength(0)
  onLine.mockRestore()
  fireEvent.pointerMove(document.body)
  fireEvent.pointerMove(document.body)
  expect(requests).toHaveLength(1)
})
