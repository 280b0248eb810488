import { loadJq } from 'jq-wasm/inline'
import { visibleText } from '#cli/io/terminal-text.ts'
import { CliError } from '../io/errors.ts'
import { EXIT, type ExitCode } from '../io/exit-codes.ts'

const COMPILE_ERROR = 3

/** Compiles a filter that works like `jq -r`. Throws `CliError` (usage) if the filter is not valid. */
export async function compileFilter(filter: string): Promise<(json: string, isTerminal: boolean) => string> {
  const jq = await loadJq()
  const { exitCode: compileCode, stderr: compileError } = jq.raw(null, filter)
  if (compileCode === COMPILE_ERROR) throw jqError('usage', compileError, EXIT.usage)
  return (json, isTerminal) => {
    const { stdout, stderr, exitCode } = jq.raw(json, filter, isTerminal ? ['-r'] : ['-r', '-c'])
    if (exitCode !== 0) throw jqError('jq', stderr, EXIT.failed)
    const text = stdout === '' ? '' : `${stdout.replace(/\n$/, '')}\n`
    // @tsv separates columns by tabs.
    return isTerminal ? text.split('\t').map(visibleText).join('\t') : text
  }
}

function jqError(code: string, stderr: string, exitCode: ExitCode): CliError {
  const [reason = ''] = stderr.replace(/^jq: error:? ?(?:\(at [^)]*\): )?/, '').split('\n')
  const hint = 'The language is described at https://jqlang.org/manual.'
  return new CliError(code, `The filter of --jq failed: ${reason}`, { hint, exitCode })
}
