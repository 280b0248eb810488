import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Lets stacks name the lines of the sources instead of those of the bundle that has been made of them. Node's own support
 * reads every source map at the start; this reads one when a stack with its file is first looked at.
 */
export function nameSourcesInStacks(): void {
  const maps = new Map<string, SourceMap | undefined>()
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file))
    return maps.get(file)
  }
  Error.prepareStackTrace = (error, calls) =>
    [headOf(error), ...calls.map((call) => line(call, mapOf))].join('\n    at ')
}

function line(call: NodeJS.CallSite, mapOf: (file: string) => SourceMap | undefined): string {
  // oxlint-disable-next-line typescript/no-base-to-string -- V8's write themselves as a line of a stack
  const text = String(call)
  const url = call.getFileName()
  const [row, column] = [call.getLineNumber(), call.getColumnNumber()]
  if (!url?.startsWith('file:') || row === null || column === null) return text
  const file = fileURLToPath(url)
  const origin = mapOf(file)?.findOrigin(row, column)
  if (origin === undefined || !('fileName' in origin)) return text
  const source = resolve(dirname(file), origin.fileName)
  return text.replace(`${url}:${row}:${column}`, () => `${source}:${origin.lineNumber}:${origin.columnNumber}`)
}

/** Without its map a file keeps the lines it has: what went wrong before must be told all the same. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  } catch {
    return undefined
  }
}

function headOf(error: Error): string {
  return Error.prototype.toString.call(error)
}
