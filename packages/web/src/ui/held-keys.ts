/** What is meant for a screen or a dialog; the browser's own keys, such as F5, are not. */
const HELD = /^(?:.|Enter|Tab|Backspace|Delete|Escape|Arrow\w+|Home|End)$/u

/**
 * Keeps keys from the screen while a dialog that was asked for is on its way. Returns the way to stop: what was typed
 * goes into the field that gets the focus next if `handOver`, else it is forgotten.
 */
export function holdKeys(onEscape: () => void): (handOver: boolean) => void {
  let typed = ''
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !HELD.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onEscape()
    else if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
  }
  window.addEventListener('keydown', hold, { capture: true })
  return (handOver) => {
    window.removeEventListener('keydown', hold, { capture: true })
    if (!handOver || typed === '') return
    // Some fields take the focus while they are drawn, others a moment later.
    if (document.activeElement?.closest('[role="dialog"]')) type(typed, document.activeElement)
    else document.addEventListener('focusin', ({ target }) => type(typed, target), { once: true })
  }
}

function type(text: string, target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement)) return
  target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
