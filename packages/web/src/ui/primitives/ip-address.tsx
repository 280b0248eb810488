import { Fragment } from 'react'
import styles from './ip-address.module.css'

/** Shows an IP address on one line, cut before its last two groups; without a mouse as a whole, broken between groups. */
export function IpAddress({ ip }: { ip: string }) {
  const [end = ''] = /:[^:]*:[^:]*$/.exec(ip) ?? []
  const groups = ip.slice(0, ip.length - end.length).matchAll(/[^:]+:*|:+/g)
  return (
    <span className={styles['ip']} title={ip}>
      <span className="truncate">
        {Array.from(groups, ({ 0: group, index }) => (
          <Fragment key={index}>
            {group}
            <wbr />
          </Fragment>
        ))}
      </span>
      <span>
        {end.slice(0, 1)}
        <wbr />
        {end.slice(1)}
      </span>
    </span>
  )
}
