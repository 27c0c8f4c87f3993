import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** `route` is the pattern, never the path: a path has no end of values. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'sshore_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
  }
}
