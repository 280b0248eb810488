import { chosenToken, type Chosen } from '#cli/auth/settings.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { renderTable, type Column } from '#cli/io/table.ts'
import { CONFIG_KEYS, settingsInForce, type SettingsInForce } from './settings-in-force.ts'

interface Explained {
  setting: string
  value: string
  source: string
  from: string
}

/** Every setting with where its value comes from, and whether there is a token, which is not shown. */
export async function run(_input: object, deps: Deps): Promise<Explained[]> {
  const settings = settingsInForce(deps)
  const rows = CONFIG_KEYS.map((key) => rowOf(key, settings[key]))
  rows.splice(2, 0, rowOf('token', tokenShown(settings, deps)))
  return [...rows, rowOf('config_file', chosenFile(deps))]
}

function rowOf(setting: string, { value, source, from }: Chosen<string>): Explained {
  return { setting, value, source, from }
}

const HIDDEN = '(hidden)'
const NONE = '(none)'

function tokenShown({ profile, api_url }: SettingsInForce, { given, env, credentials }: Deps): Chosen<string> {
  const stored = credentials.find(profile.value)
  const chosen = chosenToken(given, env, { name: profile.value, stored, apiUrl: api_url.value })
  if (chosen.value !== undefined) return { ...chosen, value: HIDDEN }
  if (stored?.token === undefined) return { ...chosen, value: NONE }
  return { ...chosen, value: NONE, from: `profile ${profile.value} has a session for ${stored.apiUrl} only` }
}

function chosenFile({ env, credentials }: Deps): Chosen<string> {
  const name = ['RAPPORT_CONFIG_DIR', 'XDG_CONFIG_HOME'].find((variable) => env[variable])
  const value = credentials.path
  return name ? { value, source: 'environment', from: name } : { value, source: 'default', from: '' }
}

const columns: readonly Column<Explained>[] = [
  { title: 'SETTING', text: ({ setting }) => setting },
  { title: 'VALUE', text: ({ value }) => value, wraps: true },
  { title: 'SOURCE', text: ({ source }) => source },
  { title: 'FROM', text: ({ from }) => from, wraps: true },
]

export function present(rows: Explained[]): Presentation {
  const forPeople = (options: Parameters<typeof renderTable>[2]) => renderTable(columns, rows, options)
  return { document: { shape: 'list', rows, fields: ['setting', 'value', 'source', 'from'], forPeople } }
}
