import { ShieldCheck, ShieldX } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './kind-icon.module.css'
import { RECORD_KINDS } from './record-kinds.ts'

type Kind = keyof typeof RECORD_KINDS
/** What became of the record. */
type Tone = 'added' | 'lost'

/** Icon of a kind of record; undefined for sign-in and security. */
export function KindIcon({ kind, tone }: { kind: Kind | undefined; tone?: Tone | undefined }) {
  const Shield = tone === 'lost' ? ShieldX : ShieldCheck
  const Icon = kind === undefined ? Shield : RECORD_KINDS[kind].icon
  return (
    <span className={styles['icon']} data-tone={tone} aria-hidden="true">
      <Icon />
    </span>
  )
}

export function KindTitle({ kind, tone, text }: ComponentProps<typeof KindIcon> & { text: string }) {
  return (
    <span className={styles['title']}>
      <KindIcon kind={kind} tone={tone} />
      <bdi className={styles['text']} title={text}>
        {text}
      </bdi>
    </span>
  )
}
