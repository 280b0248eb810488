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

/** Every regular expression of a source file, by its text, and whether one is made of something else than a text. */
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

/** Every pattern that the contract holds a text to; Ajv reads them as Unicode patterns. */
function patternsIn(schema) {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string'
      ? [{ file: 'contract', source: value, flags: 'u' }]
      : patternsIn(value),
  )
}

/** The attack that makes a regular expression slow; undefined when there is none. */
async function attackOn({ file, source, flags }) {
  const { status, complexity, attack, error } = await check(source, flags, { timeout: 30_000 })
  if (status === 'safe') return undefined
  // Where the analysis has only tried things out, it takes some safe patterns for slow ones now and then.
  if (attack && !keepsBusy(new RegExp(source, flags), attack.string)) return undefined
  return {
    file,
    regex: `/${source}/${flags}`,
    status,
    how: complexity?.summary ?? error?.kind,
    attack: attack?.pattern,
  }
}

/** Whether a match takes longer than a second; one in linear time takes some milliseconds. */
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

describe('no text keeps a regular expression busy', () => {
  it('of the packages and the contract', async () => {
    const unique = new Map(
      regexes.filter(({ source }) => source !== undefined).map((one) => [`/${one.source}/${one.flags}`, one]),
    )
    expect(unique.size).toBeGreaterThan(50)
    const attacks = await Promise.all([...unique.values()].map(attackOn))
    expect(attacks.filter((attack) => attack !== undefined)).toEqual([])
  }, 120_000)

  it('that is put together at run time without being known here', () => {
    const unknown = regexes.filter(({ source }) => source === undefined)
    expect(unknown.map(({ file }) => file)).toEqual([])
  })

  it('and the check finds one that would be', async () => {
    expect(await attackOn({ file: '', source: '(?:a+)+$', flags: '' })).toMatchObject({ status: 'vulnerable' })
  })
})
