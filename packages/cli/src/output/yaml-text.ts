// A dynamic import of this CommonJS library would have no named exports in the bundle, but one of this file has.
import { stringify } from 'yaml'

export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}
