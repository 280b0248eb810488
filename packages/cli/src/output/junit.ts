import { visibleLine } from '#cli/io/terminal-text.ts'

export interface JunitCase {
  name: string
  seconds?: number
  isSkipped?: boolean
  failure?: { type: string; message: string; text: string } | undefined
}

/** Formats results as JUnit XML, for CI: one suite with a test case per check. */
export function writeJunit(cases: readonly JunitCase[], { suite, classname }: { suite: string; classname: string }) {
  const seconds = cases.reduce((sum, check) => sum + (check.seconds ?? 0), 0)
  const failures = cases.filter(({ failure }) => failure).length
  const skipped = cases.filter(({ isSkipped }) => isSkipped).length
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}" time="${seconds.toFixed(3)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escapeXml(suite)}" errors="0" ${counts}>`,
    ...cases.map((check) => testCase(check, classname)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase({ name, seconds = 0, isSkipped, failure }: JunitCase, classname: string): string {
  const head = `    <testcase classname="${classname}" name="${escapeXml(name)}" time="${seconds.toFixed(3)}"`
  if (isSkipped) return `${head}><skipped/></testcase>`
  if (!failure) return `${head}/>`
  const { type, message, text } = failure
  return `${head}><failure type="${escapeXml(type)}" message="${escapeXml(message)}">${escapeXml(text)}</failure></testcase>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for attributes and content. Characters that XML forbids are shown as on a terminal. */
function escapeXml(text: string): string {
  const line = visibleLine(text.toWellFormed()).replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
  return line.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
