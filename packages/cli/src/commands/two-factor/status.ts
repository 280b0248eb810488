import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/output/document.ts'
import { localTime } from '#cli/output/local-time.ts'
import { renderRecord } from '#cli/output/table.ts'

type TwoFactor = Schemas['TwoFactor']

export async function run(_input: object, deps: Deps): Promise<TwoFactor> {
  const { client } = deps
  return client.call('getTwoFactor')
}

const columns = [
  { title: 'Two-factor authentication', text: formatState },
  { title: 'Recovery codes left', text: ({ recovery_codes_left }: TwoFactor) => String(recovery_codes_left) },
]

function formatState({ enabled, enabled_at }: TwoFactor): string {
  if (!enabled) return 'off'
  return enabled_at ? `on since ${localTime(enabled_at)}` : 'on'
}

export function present(twoFactor: TwoFactor): Presentation {
  return {
    document: {
      shape: 'record',
      rows: [twoFactor],
      fields: ['enabled', 'enabled_at', 'recovery_codes_left'],
      table: () => renderRecord(columns, twoFactor),
    },
    ...(!twoFactor.enabled && { info: 'Turn it on with rapport two-factor enable.' }),
  }
}
