import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { renderTable, type Column } from '#cli/io/table.ts'
import { CONFIG_KEYS, settingsInForce } from './settings-in-force.ts'

interface Setting {
  key: string
  value: string
}

/** The current settings. */
export async function run(_input: object, deps: Deps): Promise<Setting[]> {
  const settings = settingsInForce(deps)
  return CONFIG_KEYS.map((key) => ({ key, value: settings[key].value }))
}

const columns: readonly Column<Setting>[] = [
  { title: 'KEY', text: ({ key }) => key },
  { title: 'VALUE', text: ({ value }) => value, wraps: true },
]

export function present(settings: Setting[]): Presentation {
  const forPeople = (options: Parameters<typeof renderTable>[2]) => renderTable(columns, settings, options)
  return { document: { shape: 'list', rows: settings, fields: ['key', 'value'], forPeople } }
}
