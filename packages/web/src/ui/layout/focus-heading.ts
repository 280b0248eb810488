/** For a button that disappears when it is pressed: otherwise the focus would be lost with it. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}
