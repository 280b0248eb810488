import { parse } from 'bowser'

const MAX_LENGTH = 60

const TOOL = /^rapport-cli\/\S+ \((?<system>[^)]+)\)$/

/**
 * Such as “Firefox on Linux”; null if neither browser nor system is known. An unknown User-Agent is
 * shown as it was sent, also in terminals, so it is shortened and loses its control characters.
 */
export function deviceOf(userAgent = ''): string | null {
  const text = userAgent.replaceAll(/\p{Cc}/gu, '')
  if (text === '') return null
  const system = TOOL.exec(text)?.groups?.['system']
  const { browser, os } = parse(text)
  const known = [system === undefined ? browser.name : 'Rapport tool', system ?? os.name].filter(Boolean)
  return known.join(' on ').slice(0, MAX_LENGTH) || null
}
