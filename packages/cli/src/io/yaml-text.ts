// Apart, since the bundle has no names for what a CommonJS library exports where it is imported by a call.
import { stringify } from 'yaml'

export function yamlText(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}
