import { Fragment } from 'react'

/** An IP address, which breaks between its groups if it is long. */
export function IpAddress({ ip }: { ip: string }) {
  return Array.from(ip.matchAll(/[^:]+:*|:+/g), ({ 0: group, index }) => (
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ))
}
