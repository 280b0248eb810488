/**
 * `npm test`: the checks, the builds, unit and edge tests, browser journeys, and the trials (fuzzing, load, killed servers).
 * The last line is `N passed, N failed` over all of them. `--only verify|unit|browser|trials` runs one part, and `--times 10`
 * ten times as many trials. A runner that breaks, or runs nothing, is a failure.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SetupError, cache, root } from './bootstrap.mjs'
import { browserEnv } from './browser.mjs'
import { build } from './build.mjs'
import { run, stopOnSignals } from './process.mjs'
import { closingLine, verify } from './verify.mjs'

const reports = join(cache, 'reports')
const FAILED = { passed: 0, failed: 1, skipped: 0 }
const PASSED = { passed: 1, failed: 0, skipped: 0 }

/** Each part resolves with its totals, or throws SetupError for what it needs and cannot have. */
const PARTS = [
  { name: 'Checks', only: ['verify'], totals: verify },
  { name: 'Build of the console', only: ['unit', 'browser'], totals: () => buildOf('web') },
  { name: 'Build of the command-line tool', only: ['unit', 'browser', 'trials'], totals: () => buildOf('cli') },
  { name: 'Build of the server', only: ['unit', 'trials'], totals: () => buildOf('server') },
  { name: 'Unit and edge tests', only: ['unit'], totals: unitTests },
  { name: 'Browser journeys', only: ['browser'], totals: browserJourneys },
  { name: 'Trials', only: ['trials'], totals: trials },
]

async function buildOf(name) {
  await build([name], { node: process.execPath, env: process.env })
  return PASSED
}

function unitTests() {
  return vitest('unit', ['node', 'web'])
}

function trials() {
  return vitest('trials', ['trials', 'timed-trials'], { RAPPORT_TRIAL_TIMES: values.times })
}

async function vitest(reportName, projects, env = {}) {
  const report = freshReport(reportName)
  const code = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, env: { ...process.env, ...(await browserEnv()), ...env } },
  )
  return totalsOf(report, code, ({ testResults, numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    // A file that breaks before its first test has no failed test to count.
    failed:
      numFailedTests +
      testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed))
        .length,
    skipped: numPendingTests + numTodoTests,
  }))
}

const isFailed = ({ status }) => status === 'failed'

async function browserJourneys() {
  const report = freshReport('browser')
  const code = await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config=playwright.config.ts', '--reporter=list,json'],
    {
      cwd: join(root, 'packages/web'),
      env: { ...process.env, ...(await browserEnv()), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  )
  return totalsOf(report, code, ({ stats, errors }) => ({
    passed: stats.expected,
    // A journey that needs a second try has failed.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }))
}

function freshReport(name) {
  const file = join(reports, `${name}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(file, { force: true })
  return file
}

function totalsOf(report, code, count) {
  if (!existsSync(report)) return problem(`The runner broke (exit code ${code}) and left no report.`)
  const totals = count(JSON.parse(readFileSync(report, 'utf8')))
  if (totals.passed + totals.failed === 0) return problem('No test ran.', totals)
  if (code !== 0 && totals.failed === 0) return problem(`The runner ended with exit code ${code}.`, totals)
  return totals
}

function problem(text, totals = { passed: 0, failed: 0, skipped: 0 }) {
  console.error(`✗ ${text}`)
  return { ...totals, failed: totals.failed + 1 }
}

async function runPart({ name, totals }) {
  const started = performance.now()
  console.log(`\n${name}`)
  let result
  try {
    result = await totals()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(`${error.details}✗ ${error.message}`)
    result = FAILED
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${result.failed > 0 ? '✗' : '✓'} ${name}: ${closingLine(result)} (${seconds} s)`)
  return result
}

const stopped = stopOnSignals()
const { values } = parseArgs({ options: { only: { type: 'string' }, times: { type: 'string', default: '1' } } })
const parts = PARTS.filter(({ only }) => values.only === undefined || only.includes(values.only))
if (parts.length === 0) {
  console.error(`--only takes verify, unit, browser or trials, not ${values.only}.`)
  process.exit(2)
}
const sum = { passed: 0, failed: 0, skipped: 0 }
for (const part of parts) {
  if (stopped.signal) break
  const totals = await runPart(part)
  for (const key of Object.keys(sum)) sum[key] += totals[key]
}
if (!stopped.signal) {
  process.exitCode = sum.failed > 0 ? 1 : 0
  console.log(`\n${closingLine(sum)}`)
}
