// In its own file: a dynamic import of this CommonJS library would have no named exports in the bundle.
import { stringify } from 'yaml'

export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}
