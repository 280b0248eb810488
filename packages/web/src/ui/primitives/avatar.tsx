import { classNames } from './class-names.ts'
import styles from './avatar.module.css'

const TONES = 5

interface Props {
  /** Name, which must also be shown as text beside the avatar. */
  name: string
}

/** A disc with the initials of a name, in a colour that depends on the name. */
export function Avatar({ name }: Props) {
  const letters = name
    .split(/\s+/u)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
  const initials = Array.from(letters).slice(0, 2).join('').toUpperCase()
  return (
    <span className={classNames(styles['avatar'], styles[`tone${toTone(name)}`])} aria-hidden="true">
      {initials || '–'}
    </span>
  )
}

function toTone(name: string): number {
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return name === '' ? 0 : (sum % TONES) + 1
}
