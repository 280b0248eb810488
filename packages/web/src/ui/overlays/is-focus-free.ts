/** Returns true unless a dialog or another screen has taken the focus while a menu fades out. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === body || Boolean(activeElement?.closest('[role="menu"]'))
}
