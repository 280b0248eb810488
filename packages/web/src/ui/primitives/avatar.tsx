import styles from './avatar.module.css'

const HUES = [295, 330, 80, 255, 35]

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
  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  const colour: Record<`--${string}`, unknown> = {
    '--hue': HUES[sum % HUES.length],
    '--strength': name ? 0.042 : 0.012,
  }
  return (
    <span className={styles['avatar']} style={colour} aria-hidden="true">
      {initials || '–'}
    </span>
  )
}
