import styles from './ip-address.module.css'

/** Shows an IP address on one line; a long one is cut before its last two groups. */
export function IpAddress({ ip }: { ip: string }) {
  const [end = ''] = /:[^:]*:[^:]*$/.exec(ip) ?? []
  return (
    <span className={styles['ip']} title={ip}>
      <span className="truncate">{ip.slice(0, ip.length - end.length)}</span>
      {end}
    </span>
  )
}
