import { Fragment } from 'react'

/** Shows an IP address. A long one breaks between its groups. */
export function IpAddress({ ip }: { ip: string }) {
  return Array.from(ip.matchAll(/[^:]+:*|:+/g), ({ 0: group, index }) => (
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ))
}
