/**
 * `npm test` runs the checks, builds, unit and edge tests, and browser journeys, in five minutes. `npm run test:all`
 * runs the rest: fuzzing, races, killed servers, full disks, faults of every call, layouts, other browsers, timing. The
 * last line is `N passed, N failed`, above it the titles of failed tests. `--only NAME` runs one part, `--times 10` ten times as many
 * rounds of stress tests. A runner that breaks, or runs nothing, counts as a failure.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { SetupError, cache, installPackages, root } from './bootstrap.mjs'
import { browserEnv, findEngines } from './browser.mjs'
import { build } from './build.mjs'
import { pack } from './pack.mjs'
import { run, stopOnSignals } from './process.mjs'
import { closingLine, verify } from './verify.mjs'

const NONE = { passed: 0, failed: 0, skipped: 0 }

/** In CI a failed test is retried once and named at the end: other load on the machine must not stop a release. */
const RETRIES = process.env.CI ? 1 : 0

/** Not available for `--only`, since every part needs it. */
const BUILD = { title: 'Builds', totals: runBuilds }

/** Each part resolves with its totals. Throws `SetupError` for a missing requirement. */
const TIERS = {
  test: [
    { name: 'verify', title: 'Checks', totals: verify },
    BUILD,
    {
      name: 'unit',
      title: 'Unit and edge tests',
      totals: () =>
        vitest('unit', ['sql', 'server', 'node', 'web'], { maxWorkers: Math.ceil(1.5 * availableParallelism()) }),
    },
    { name: 'browser', title: 'Browser journeys', totals: () => playwright('journeys', ['journeys']) },
  ],
  'test:all': [
    BUILD,
    { name: 'stress', title: 'Stress tests', totals: () => vitest('stress', ['postgres', 'stress']) },
    {
      name: 'browser',
      title: 'Browser stress tests',
      totals: () => playwright('browser', ['all else', 'plain contract']),
    },
    { name: 'packed', title: 'Browser journeys on the packed server', totals: journeysOnPackedServer },
    { name: 'engines', title: 'Journeys in Chromium, Firefox and WebKit', totals: journeysInEngines },
    // Last and alone, because other load would be measured too.
    { name: 'timed', title: 'Tests of timing', totals: () => vitest('timed', ['timed']) },
  ],
}

/** Printed again above the last line, since the log is long. */
const remarks = []

async function runBuilds() {
  await build(['web', 'cli', 'server'], { node: process.execPath, env: process.env })
  return { ...NONE, passed: 1 }
}

/**
 * Unit tests wait for disks, sockets and processes a third of the time, so they run in parallel; stress tests do not.
 */
function vitest(reportName, projects, { maxWorkers = availableParallelism() } = {}) {
  const report = reportFile(reportName)
  const options = [`--maxWorkers=${maxWorkers}`, `--retry=${RETRIES}`, '--reporter=default', '--reporter=json']
  const words = ['node_modules/vitest/vitest.mjs', 'run', ...options, `--outputFile.json=${report}`]
  return runTests(
    { words, projects, cwd: root, env: { STRESS_TIMES: values.times }, report },
    ({ testResults, numPassedTests, numPendingTests, numTodoTests }) => {
      const tests = testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.map(({ fullName, ...test }) => ({ ...test, title: `${relative(root, name)}: ${fullName}` })),
      )
      // A file that breaks before its first test has no failed test to count.
      const brokenFiles = testResults.filter(
        ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed),
      )
      return {
        passed: numPassedTests,
        failures: [
          ...tests
            .filter(isFailed)
            .map(
              ({ title, failureMessages: [message = ''] }) =>
                `${title}: ${message.split('\n    at ', 1)[0].replaceAll(/\s+/g, ' ')}`,
            ),
          ...brokenFiles.map(({ name }) => relative(root, name)),
        ],
        flaky: tests
          .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
          .map(({ title }) => title),
        skipped: numPendingTests + numTodoTests,
      }
    },
  )
}

const isFailed = ({ status }) => status === 'failed'

function playwright(reportName, projects, moreEnv = {}, moreOptions = []) {
  const report = reportFile(reportName)
  const options = ['--config=playwright.config.ts', `--retries=${RETRIES}`, '--reporter=list,json', ...moreOptions]
  const words = ['node_modules/@playwright/test/cli.js', 'test', ...options]
  const env = { ...moreEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return runTests({ words, projects, cwd: join(root, 'packages/web'), env, report }, ({ suites, stats, errors }) => {
    const specs = suites.flatMap(specsOf)
    const titlesOf = (status) =>
      specs
        .filter(({ tests }) => tests.some((test) => test.status === status))
        .map(({ file, title }) => `${file}: ${title}`)
    return {
      passed: stats.expected + stats.flaky,
      failures: [...titlesOf('unexpected'), ...errors.map(({ message }) => message)],
      flaky: titlesOf('flaky'),
      skipped: stats.skipped,
    }
  })
}

function journeysInEngines() {
  const { installed, skipped, env } = findEngines()
  for (const line of skipped) console.log(line)
  remarks.push(...skipped)
  return playwright('engines', ['chromium', ...installed], env)
}

async function journeysOnPackedServer() {
  const folder = join(cache, 'packed')
  const { server } = await pack()
  await installPackages(folder, [server])
  const entry = join(folder, 'node_modules/@rapport/server/bin/rapport-server.cjs')
  // The packed server sends its mail to files, and its clock is the machine's.
  return playwright('packed', ['journeys'], { PACKED_SERVER: entry }, ['--grep-invert=code from the mail|ten minutes'])
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const reportFile = (name) => join(cache, 'reports', `${name}.json`)

async function runTests({ words, projects, cwd, env, report }, count) {
  rmSync(report, { force: true })
  const code = await run(process.execPath, [...words, ...projects.map((name) => `--project=${name}`)], {
    cwd,
    env: { ...process.env, ...(await browserEnv()), ...env },
  })
  if (!existsSync(report)) return addFailure(`The runner broke (exit code ${code}) and left no report.`)
  const { failures, flaky, ...counts } = count(JSON.parse(readFileSync(report, 'utf8')))
  const totals = { ...counts, failed: failures.length }
  remarks.push(
    ...failures.map((title) => `✗ ${title}`),
    ...flaky.map((title) => `Passed at the second attempt: ${title}`),
  )
  if (totals.passed + totals.failed === 0) return addFailure('No test ran.', totals)
  if (code !== 0 && totals.failed === 0) return addFailure(`The runner ended with exit code ${code}.`, totals)
  return totals
}

function addFailure(text, totals = NONE) {
  console.error(`✗ ${text}`)
  return { ...totals, failed: totals.failed + 1 }
}

async function runPart({ title, totals }) {
  const startTime = performance.now()
  console.log(`\n${title}`)
  let result
  try {
    result = await totals()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(error.details)
    result = addFailure(error.message)
  }
  const seconds = Math.round((performance.now() - startTime) / 1000)
  console.log(`${result.failed > 0 ? '✗' : '✓'} ${title}: ${closingLine(result)} (${seconds} s)`)
  return result
}

const stopped = stopOnSignals()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, times: { type: 'string', default: '1' } },
})
const tier = TIERS[positionals[0] ?? 'test']
const names = tier.flatMap(({ name }) => name ?? [])
if (values.only !== undefined && !names.includes(values.only)) {
  console.error(`--only takes ${names.join(', ')}, not ${values.only}.`)
  process.exit(2)
}
const parts = tier.filter(({ name }) => name === undefined || values.only === undefined || name === values.only)
const sum = { ...NONE }
for (const part of parts) {
  if (stopped.signal) break
  const totals = await runPart(part)
  for (const key of Object.keys(sum)) sum[key] += totals[key]
}
if (!stopped.signal) {
  process.exitCode = sum.failed > 0 ? 1 : 0
  console.log(['', ...remarks, closingLine(sum)].join('\n'))
}
