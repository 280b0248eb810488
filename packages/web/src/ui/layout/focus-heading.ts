/** Focuses the heading, for a button that disappears when it is pressed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}
