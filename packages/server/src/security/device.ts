import { parse } from 'bowser'

const MAX_LENGTH = 60

const TOOL_USER_AGENT = /^rapport-cli\/\S+ \((?<system>[^)]+)\)$/

/**
 * Returns browser and system, such as “Firefox on Linux”, or null if neither is known. The names come from the client
 * and are also printed in terminals, so they are shortened and lose their control characters.
 */
export function formatDevice(userAgent = ''): string | null {
  const printable = userAgent.replaceAll(/\p{Cc}/gu, '')
  if (printable === '') return null
  const system = TOOL_USER_AGENT.exec(printable)?.groups?.['system']
  const { browser, os } = parse(printable)
  const parts = [system === undefined ? browser.name : 'Rapport tool', system ?? os.name].filter(Boolean)
  return parts.join(' on ').slice(0, MAX_LENGTH) || null
}
