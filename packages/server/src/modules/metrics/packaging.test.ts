import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { login } from '#server/testing/call.ts'
import { startTestServer } from '#server/testing/start.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../../../packaging', name), 'utf8')

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
}

/** Labels that Prometheus adds by itself. */
const OF_PROMETHEUS = ['job', 'instance']

/** Returns the labels of each metric of a running server, after it has refused something. */
async function scrapedLabels(): Promise<Map<string, Set<string>>> {
  await using server = await startTestServer({
    limits: { requestsPer10Seconds: 0 },
    metrics: { token: undefined, onLoopback: true, lastBackupAt: () => Date.now() },
  })
  const origin = await server.listen()
  const { body } = await login(server, server.admin)
  const headers = { Authorization: `Bearer ${body.data.token}` }
  await (await fetch(`${origin}/api/admin/get-settings`, { headers })).text()
  const text = await (await fetch(`${origin}/metrics`)).text()
  const labels = new Map([['up', new Set(OF_PROMETHEUS)]])
  for (const [, name = '', pairs = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const names = [...pairs.matchAll(/(\w+)="/g)].map(([, label = '']) => label)
    labels.set(name, new Set([...(labels.get(name) ?? OF_PROMETHEUS), ...names]))
  }
  return labels
}

/** Returns the names in an expression by their kind in the grammar: `Identifier` of a metric, `LabelName`, `⚠` for an error. */
function namesIn(expression: string): { kind: string; name: string }[] {
  const names: { kind: string; name: string }[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => void names.push({ kind: type.name, name: expression.slice(from, to) }),
  })
  return names
}

it('is five alerts and a dashboard whose metrics and labels a running server has', async () => {
  const { groups }: Rules = parse(read('prometheus-rules.yml'))
  const { panels }: Dashboard = JSON.parse(read('grafana-dashboard.json'))
  const alerts = groups.flatMap(({ rules }) => rules)
  expect(alerts).toHaveLength(5)
  const targets = panels.flatMap((panel) => panel.targets)
  const expressions = [...alerts, ...targets].map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'))
  const labelsOf = await scrapedLabels()
  for (const expression of expressions) {
    const names = namesIn(expression)
    const metrics = names.filter(({ kind }) => kind === 'Identifier').map(({ name }) => name)
    const labels = names.filter(({ kind }) => kind === 'LabelName').map(({ name }) => name)
    const known = new Set(metrics.flatMap((metric) => [...(labelsOf.get(metric) ?? [])]))
    expect({
      expression,
      errors: names.filter(({ kind }) => kind === '⚠'),
      hasMetrics: metrics.length > 0,
      unknownMetrics: metrics.filter((metric) => !labelsOf.has(metric)),
      unknownLabels: labels.filter((label) => !known.has(label)),
    }).toEqual({ expression, errors: [], hasMetrics: true, unknownMetrics: [], unknownLabels: [] })
  }
  // What the dashboard shows of each series.
  const shown = targets.flatMap(({ expr, legendFormat }) =>
    [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => ({ expr, label })),
  )
  expect(shown.filter(({ expr, label }) => !expr.includes(label) && !OF_PROMETHEUS.includes(label))).toEqual([])
  const unused = [...labelsOf.keys()].filter((name) => !expressions.some((expression) => expression.includes(name)))
  expect(unused.filter((name) => !/_(?:sum|bucket|count)$/.test(name))).toEqual([])
})
