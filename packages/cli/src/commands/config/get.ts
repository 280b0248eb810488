import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { settingsInForce, toConfigKey } from './settings-in-force.ts'

interface Setting {
  key: string
  value: string
}

/** The current value of one setting. */
export async function run({ key }: { key: string }, deps: Deps): Promise<Setting> {
  const known = toConfigKey(key)
  return { key: known, value: settingsInForce(deps)[known].value }
}

export function present(setting: Setting): Presentation {
  const forPeople = () => `${visibleLine(setting.value)}\n`
  return { document: { shape: 'record', rows: [setting], fields: ['key', 'value'], forPeople } }
}
