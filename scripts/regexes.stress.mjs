import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { check } from 'recheck'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from './bootstrap.mjs'

const SOURCES = ['packages/*/src/**/*.{ts,tsx}', 'packages/*/bin/*', 'packages/*/*.ts', 'packages/web/vite/**/*.ts']
const TESTS = /\.(?:test|stress)\.tsx?$|\/(?:testing|test|stress|e2e|bench)\//

const files = globSync(SOURCES, { cwd: root }).filter((file) => !TESTS.test(file) && !file.includes('/generated/'))

/** Returns the regular expressions of a source file, and whether one is built at run time. */
function regexesIn(file) {
  const found = []
  const text = readFileSync(join(root, file), 'utf8')
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? []
      const isText = pattern !== undefined && ts.isStringLiteralLike(pattern)
      found.push({ file, source: isText ? pattern.text : undefined, flags: flags?.text ?? '' })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

/** Returns the patterns of the contract; Ajv reads them as Unicode patterns. */
function patternsIn(schema) {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string'
      ? [{ file: 'contract', source: value, flags: 'u' }]
      : patternsIn(value),
  )
}

/** Returns a text that makes a regular expression slow, or undefined. */
async function attackOn({ file, source, flags }) {
  const { status, complexity, attack, error } = await check(source, flags, { timeout: 30_000 })
  if (status === 'safe') return undefined
  // The analysis sometimes reports safe patterns, so the attack is tried.
  if (attack && !keepsBusy(new RegExp(source, flags), attack.string)) return undefined
  return {
    file,
    regex: `/${source}/${flags}`,
    status,
    how: complexity?.summary ?? error?.kind,
    attack: attack?.pattern,
  }
}

/** Returns true if a match takes longer than a second; a linear one takes milliseconds. */
function keepsBusy(pattern, text) {
  try {
    runInNewContext('pattern.test(text)', { pattern, text }, { timeout: 1000 })
    return false
  } catch (error) {
    if (error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true
    throw error
  }
}

const contract = JSON.parse(readFileSync(join(root, 'packages/core/src/generated/openapi.json'), 'utf8'))
const regexes = [...files.flatMap(regexesIn), ...patternsIn(contract)]

describe('every regular expression takes linear time', () => {
  it('of the packages and the contract', async () => {
    const unique = new Map(
      regexes.filter(({ source }) => source !== undefined).map((one) => [`/${one.source}/${one.flags}`, one]),
    )
    expect(unique.size).toBeGreaterThan(50)
    const attacks = await Promise.all([...unique.values()].map(attackOn))
    expect(attacks.filter((attack) => attack !== undefined)).toEqual([])
  }, 120_000)

  it('that is built at run time and not listed here', () => {
    const unknown = regexes.filter(({ source }) => source === undefined)
    expect(unknown.map(({ file }) => file)).toEqual([])
  })

  it('and the check finds one that does not', async () => {
    expect(await attackOn({ file: '', source: '(?:a+)+$', flags: '' })).toMatchObject({ status: 'vulnerable' })
  })
})
