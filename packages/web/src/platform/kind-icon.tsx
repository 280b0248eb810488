import { RECORD_KINDS } from './record-kinds.ts'
import styles from './kind-icon.module.css'

/** The icon of a kind of record, before its name. */
export function KindIcon({ kind }: { kind: keyof typeof RECORD_KINDS }) {
  const Icon = RECORD_KINDS[kind].icon
  return (
    <span className={styles['icon']} aria-hidden="true">
      <Icon />
    </span>
  )
}
