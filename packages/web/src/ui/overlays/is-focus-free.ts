/** Whether the focus goes with a menu: while it fades out, a dialog or another screen may have taken it. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === body || Boolean(activeElement?.closest('[role="menu"]'))
}
