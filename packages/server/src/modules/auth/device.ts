import { parse } from 'bowser'

const TOOL = /^rapport-cli\/\S+ \((?<system>[^)]+)\)$/

/** Returns browser and system of a User-Agent, such as “Firefox on Linux”; null if neither is known. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null
  const system = TOOL.exec(userAgent)?.groups?.['system']
  if (system !== undefined) return `Rapport tool on ${system.slice(0, 40)}`
  const { browser, os } = parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || null
}
