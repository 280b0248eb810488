import { type LucideIcon, ShieldCheck, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { NOT_SET } from './display-text.ts'
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

/** A name beside its icon or avatar, with which a narrow table begins a card. */
export function IconTitle({ icon, text }: { icon: ReactNode; text: string | undefined }) {
  return (
    <span className={styles['title']}>
      {icon}
      <bdi className={classNames(styles['text'], text === undefined && 'placeholder-text')} title={text}>
        {text ?? NOT_SET}
      </bdi>
    </span>
  )
}
