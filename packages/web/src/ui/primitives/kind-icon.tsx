import { type LucideIcon, ShieldCheck, ShieldX } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './kind-icon.module.css'

const TONES = { added: 'tone-success', lost: 'tone-danger', other: 'tone-neutral' }

interface Props {
  /** A shield by default, for sign-in and security. */
  icon?: LucideIcon | undefined
  /** Whether the record was added or lost. */
  tone?: 'added' | 'lost' | undefined
}

/** The icon of a kind of record. */
export function KindIcon({ icon, tone }: Props) {
  const Icon = icon ?? (tone === 'lost' ? ShieldX : ShieldCheck)
  return (
    <span className={`${styles['icon']} ${TONES[tone ?? 'other']}`} aria-hidden="true">
      <Icon />
    </span>
  )
}

export function KindTitle({ icon, tone, text }: ComponentProps<typeof KindIcon> & { text: string }) {
  return (
    <span className={styles['title']}>
      <KindIcon icon={icon} tone={tone} />
      <bdi className={styles['text']} title={text}>
        {text}
      </bdi>
    </span>
  )
}
