import { loadJq } from 'jq-wasm/inline'
import { visibleText } from '#cli/io/terminal-text.ts'
import { CliError } from '../io/errors.ts'
import { EXIT } from '../io/exit-codes.ts'

const COMPILE_ERROR = 3

/** Compiles a filter that works like `jq -r`. Throws `CliError` (usage) if the filter is not valid. */
export async function compileFilter(filter: string): Promise<(json: string, isTerminal: boolean) => string> {
  const jq = await loadJq()
  const run = (json: string | null, flags?: string[]) => {
    try {
      return jq.raw(json, filter, flags)
    } catch (cause) {
      // The module aborts when its memory is full.
      throw jqError('jq', 'it needs too much memory.', { exitCode: EXIT.failed, cause })
    }
  }
  const result = run(null)
  if (result.exitCode === COMPILE_ERROR) throw jqError('usage', result.stderr, { exitCode: EXIT.usage })
  return (json, isTerminal) => {
    const { stdout, stderr, exitCode } = run(json, isTerminal ? ['-r'] : ['-r', '-c'])
    if (exitCode !== 0) throw jqError('jq', stderr, { exitCode: EXIT.failed })
    const text = stdout === '' ? '' : `${stdout.replace(/\n$/, '')}\n`
    // @tsv separates columns by tabs.
    return isTerminal ? text.split('\t').map(visibleText).join('\t') : text
  }
}

type Details = Pick<NonNullable<ConstructorParameters<typeof CliError>[2]>, 'exitCode' | 'cause'>

function jqError(code: string, stderr: string, details: Details): CliError {
  const [reason = ''] = stderr.replace(/^jq: error:? ?(?:\(at [^)]*\): )?/, '').split('\n')
  return new CliError(code, `The filter of --jq failed: ${reason}`, {
    ...details,
    hint: 'The language is described at https://jqlang.org/manual.',
  })
}
