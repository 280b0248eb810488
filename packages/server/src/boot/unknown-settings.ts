import { nearest } from '@rapport/core/text/nearest.ts'

const PREFIX = 'RAPPORT_'

/** Variables with our prefix that the tool and the tests read. */
const OTHER_VARIABLES = new Set([
  'RAPPORT_API_URL',
  'RAPPORT_TOKEN',
  'RAPPORT_PROFILE',
  'RAPPORT_CONFIG_DIR',
  'RAPPORT_RELAUNCHED',
  'RAPPORT_FUZZ_SEED',
])

/** Variables that Kubernetes and Docker links set in each container for a service whose name begins with `rapport`. */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP|SCTP)/
const SERVICE_LINK_URL = /^(?:tcp|udp|sctp):\/\//

/** Returns a message for each variable with our prefix that is not a setting, usually a misspelt one. */
export function findUnknownSettings(variables: NodeJS.ProcessEnv, settings: readonly string[]): string[] {
  return Object.entries(variables).flatMap(([name, value = '']) => {
    const upperCase = name.toUpperCase()
    if (!upperCase.startsWith(PREFIX) || settings.includes(name) || OTHER_VARIABLES.has(name)) return []
    if (SERVICE_LINK.test(name) || SERVICE_LINK_URL.test(value)) return []
    const unprefixed = upperCase.slice(PREFIX.length)
    const suggestion = settings.includes(unprefixed) ? unprefixed : nearest(name, settings)
    const hint = suggestion === undefined ? '; docs/operating.md lists them all.' : `. Did you mean ${suggestion}?`
    return `${name} is not a setting${hint}`
  })
}
