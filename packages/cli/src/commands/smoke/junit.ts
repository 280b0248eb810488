import { visibleLine } from '#cli/io/terminal-text.ts'
import type { CheckResult } from './checks.ts'

/** The results as JUnit XML, the form that CI systems read: one suite, one test case for each check. */
export function junitXml(results: readonly CheckResult[], suite: string): string {
  const count = (status: CheckResult['status']) => results.filter((result) => result.status === status).length
  const seconds = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  const counts = `tests="${results.length}" failures="${count('failed')}" skipped="${count('skipped')}" time="${seconds.toFixed(3)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${attribute(suite)}" errors="0" ${counts}>`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase({ key, status, milliseconds, error }: CheckResult): string {
  const head = `    <testcase classname="rapport.smoke" name="${attribute(key)}" time="${(milliseconds / 1000).toFixed(3)}"`
  if (status === 'passed') return `${head}/>`
  if (status === 'skipped') return `${head}><skipped/></testcase>`
  const hint = error?.hint ? `${error.message} ${error.hint}` : (error?.message ?? '')
  const failure = `<failure type="${attribute(error?.code ?? '')}" message="${attribute(error?.message ?? '')}">${attribute(hint)}</failure>`
  return `${head}>${failure}</testcase>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Safe in an attribute and in text; what XML cannot hold is shown as it is on a terminal. */
function attribute(text: string): string {
  const visible = visibleLine(text.toWellFormed()).replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
  return visible.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
