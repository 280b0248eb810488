import { Fragment } from 'react'

/** Allows line breaks after the colons of an IP address. */
export function IpAddress({ ip }: { ip: string }) {
  return Array.from(ip.matchAll(/[^:]+:*|:+/g), ({ 0: group, index }) => (
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ))
}
