// A dynamic import of this CommonJS library would have no named exports in the bundle, but one of this file has.
import { parse, stringify, YAMLParseError } from 'yaml'

/** Parses YAML whose scalars stay texts. Throws `SyntaxError`. */
export function parseYaml(text: string): unknown {
  try {
    return parse(text, { schema: 'failsafe', customTags: ['null'] })
  } catch (cause) {
    throw cause instanceof YAMLParseError ? new SyntaxError(cause.message.split('\n', 1)[0], { cause }) : cause
  }
}

export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}
