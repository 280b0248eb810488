import { ShieldCheck } from 'lucide-react'
import styles from './kind-icon.module.css'
import { RECORD_KINDS } from './record-kinds.ts'

type Kind = keyof typeof RECORD_KINDS

/** The icon of a kind of record, before its name; of none it is that of sign-in and security. */
export function KindIcon({ kind }: { kind: Kind | undefined }) {
  const Icon = kind === undefined ? ShieldCheck : RECORD_KINDS[kind].icon
  return (
    <span className={styles['icon']} aria-hidden="true">
      <Icon />
    </span>
  )
}

/** The title of a row, behind the icon of its kind. */
export function KindTitle({ kind, text }: { kind: Kind | undefined; text: string }) {
  return (
    <span className={styles['title']}>
      <KindIcon kind={kind} />
      <bdi className={styles['text']} title={text}>
        {text}
      </bdi>
    </span>
  )
}
