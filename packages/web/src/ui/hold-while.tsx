import { memo, type MouseEvent, type ReactNode } from 'react'

interface Props {
  /** What is drawn stays as it was. */
  held: boolean
  children: ReactNode
}

/** Keeps what it shows while `held`, such as a dialog's text while the dialog fades and what it was about is gone. */
export const HoldWhile = memo(
  function HoldWhile({ children }: Props) {
    return children
  },
  (_, { held }) => held,
)

/** For `onClickCapture` around it: what is held is an answer no longer, though its buttons can still be seen. */
export function dropClick(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
