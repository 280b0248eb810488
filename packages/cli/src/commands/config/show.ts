import { type Resolved, resolveToken } from '#cli/config/settings.ts'
import type { Deps } from '#cli/deps.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { Presentation } from '#cli/output/document.ts'
import { type Column, renderTable } from '#cli/output/table.ts'
import { CONFIG_KEYS, type EffectiveSettings, effectiveSettings, toConfigKey } from './effective-settings.ts'

export interface ShowInput {
  /** Shows only this setting. */
  key?: string
  /** Whether to show sources, the file, and if there is a token. */
  isExplained?: boolean
}

interface Setting extends Resolved<string> {
  key: string
}

interface ShowResult extends ShowInput {
  settings: Setting[]
}

export async function run({ key, isExplained = false }: ShowInput, deps: Deps): Promise<ShowResult> {
  const effectiveValues = effectiveSettings(deps)
  const keys = key === undefined ? CONFIG_KEYS : [toConfigKey(key)]
  const settings = keys.map((name): Setting => {
    const { value, source, sourceName } = effectiveValues[name]
    return { key: name, value, source, sourceName }
  })
  if (isExplained) {
    settings.splice(2, 0, { key: 'token', ...effectiveToken(effectiveValues, deps) })
    settings.push({ key: 'config_file', ...configFile(deps) })
  }
  return { settings, isExplained, ...(key !== undefined && { key }) }
}

function effectiveToken(
  { profile, api_url }: EffectiveSettings,
  { givenFlags, env, profiles }: Deps,
): Resolved<string> {
  const storedProfile = profiles.find(profile.value)
  const token = resolveToken(givenFlags, env, { name: profile.value, storedProfile, apiUrl: api_url.value })
  if (token.value !== undefined) return { ...token, value: '(hidden)' }
  if (storedProfile?.token === undefined) return { ...token, value: '(none)' }
  return {
    ...token,
    value: '(none)',
    sourceName: `profile ${profile.value} has a session for ${storedProfile.apiUrl} only`,
  }
}

function configFile({ env, profiles }: Deps): Resolved<string> {
  const value = profiles.path
  const name = ['RAPPORT_CONFIG_DIR', 'XDG_CONFIG_HOME'].find(
    (variable) => env[variable] && value.startsWith(env[variable]),
  )
  return name ? { value, source: 'environment', sourceName: name } : { value, source: 'default', sourceName: '' }
}

const KEY_VALUE_COLUMNS: readonly Column<Setting>[] = [
  { title: 'KEY', text: ({ key }) => key },
  { title: 'VALUE', text: ({ value }) => value, wraps: true },
]

const EXPLAINED_COLUMNS: readonly Column<Setting>[] = [
  { title: 'SETTING', text: ({ key }) => key },
  { title: 'VALUE', text: ({ value }) => value, wraps: true },
  { title: 'SOURCE', text: ({ source }) => source },
  { title: 'FROM', text: ({ sourceName }) => sourceName, wraps: true },
]

export function present({ settings, key: requestedKey, isExplained }: ShowResult): Presentation {
  const rows = settings.map(({ key, value, source, sourceName }) =>
    isExplained ? { setting: key, value, source, from: sourceName } : { key, value },
  )
  const fields = isExplained ? ['setting', 'value', 'source', 'from'] : ['key', 'value']
  if (requestedKey !== undefined) {
    const table = () => settings.map(({ value }) => `${visibleLine(value)}\n`).join('')
    return { document: { shape: 'record', rows, fields, table } }
  }
  const columns = isExplained ? EXPLAINED_COLUMNS : KEY_VALUE_COLUMNS
  return { document: { shape: 'list', rows, fields, table: (options) => renderTable(columns, settings, options) } }
}
