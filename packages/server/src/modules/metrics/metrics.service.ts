import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#server/db/client.ts'
import type { ImageProcessor } from '#server/domain/image-processor.ts'
import { SECOND } from '#server/domain/time.ts'
import type { Limiter } from '#server/security/limits/limiter.ts'
import { readDatabaseFigures } from './metrics.repo.ts'

interface MetricsDeps {
  database: Database
  clock: () => Date
  limiter: Limiter
  images: ImageProcessor
  /** Milliseconds since 1970; undefined if there is no backup. */
  lastBackupAt: () => number | undefined
}

interface Answered {
  /** The operationId, or `other`. */
  operation: string
  status: number
  seconds: number
  /** Whether the operation is one that a client calls before it has a session. */
  isSignIn: boolean
}

const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10]
/** Counting this many requests at once takes less than counting each between others. */
const BATCH = 500
const DELAY_RESOLUTION_MS = 10
const NANOSECONDS = 1e9

/** Counts and measures for Prometheus. No label holds a path, an id, an address or a name that a person has typed. */
export function createMetrics({ database, clock, limiter, images, lastBackupAt }: MetricsDeps) {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const counter = (name: string, help: string) => new Counter({ name, help, registers })

  const requests = new Histogram({
    name: 'rapport_http_request_duration_seconds',
    help: 'Requests by operation of the contract ("other": console, images, health) and status, until the last byte.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const failedSignIns = counter(
    'rapport_sign_ins_failed_total',
    'Wrong passwords and codes: 401 from the operations that need no session.',
  )
  const limitsHit = new Counter({
    name: 'rapport_limits_hit_total',
    help: 'Uses that a limit has refused, by its name (docs/security.md explains the limits).',
    labelNames: ['limit'],
    registers,
  })
  const searchesWaiting = gauge('rapport_searches_waiting', 'Searches that wait for their turn.')
  const searchesRefused = counter(
    'rapport_searches_refused_total',
    'Searches that were refused, since too many waited.',
  )
  const imagesWaiting = gauge('rapport_images_waiting', 'Uploaded images that wait to be processed.')
  const outboxAge = gauge('rapport_outbox_age_seconds', 'Age of the oldest email that waits; 0 if none does.')
  const databaseBytes = gauge('rapport_database_bytes', 'Size of the database.')
  const walBytes = gauge('rapport_wal_bytes', 'Size of the write-ahead log of the embedded database.')
  const auditRows = gauge('rapport_audit_rows', 'Rows of the audit log, by the span of their ids.')
  const lastBackup = gauge(
    'rapport_last_backup_timestamp_seconds',
    'When the last backup was complete; missing if there was none.',
  )
  const eventLoopDelay = new Gauge({
    name: 'rapport_event_loop_delay_seconds',
    help: 'How late the event loop ran since the last scrape, by quantile.',
    labelNames: ['quantile'],
    registers,
  })
  const memory = gauge('process_resident_memory_bytes', 'Memory of the server, without its processes for images.')

  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()

  const uncounted: Answered[] = []

  function countRequest(request: Answered): void {
    if (uncounted.push(request) >= BATCH) countRequests()
  }

  function countRequests(): void {
    for (const { operation, status, seconds, isSignIn } of uncounted.splice(0)) {
      requests.observe({ operation, status }, seconds)
      if (isSignIn && status === 401) failedSignIns.inc()
    }
  }

  /** Returns the text of a scrape. Throws if the database does not respond. */
  async function scrape(): Promise<string> {
    const figures = await readDatabaseFigures(database)
    countRequests()
    const now = clock().getTime()
    outboxAge.set(Math.max(0, now - (figures.oldestMailAt ?? now)) / SECOND)
    databaseBytes.set(figures.databaseBytes)
    setOrRemove(walBytes, figures.walBytes)
    auditRows.set(figures.auditRows)
    const backupAt = lastBackupAt()
    setOrRemove(lastBackup, backupAt === undefined ? undefined : backupAt / SECOND)
    searchesWaiting.set(database.longReads.waiting())
    setTotal(searchesRefused, database.longReads.refused())
    imagesWaiting.set(images.waiting())
    limitsHit.reset()
    for (const [limit, hits] of limiter.hits) limitsHit.inc({ limit }, hits)
    for (const quantile of [0.5, 0.99, 1]) {
      const late = delay.percentile(quantile * 100) / NANOSECONDS - DELAY_RESOLUTION_MS / SECOND
      eventLoopDelay.set({ quantile }, Math.max(0, late))
    }
    delay.reset()
    memory.set(process.memoryUsage.rss())
    return registry.metrics()
  }

  return { countRequest, scrape, contentType: registry.contentType, stop: () => void delay.disable() }
}

function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}

function setTotal(counter: Counter, total: number): void {
  counter.reset()
  counter.inc(total)
}
