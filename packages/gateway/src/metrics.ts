// What the gateway counts, for Prometheus.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Traffic } from './channels/pump.ts'

export interface GatewayMetrics {
  readonly connections: Counter<'outcome'>
  readonly openConnections: Gauge
  readonly authentications: Counter<'method' | 'outcome'>
  readonly activeSessions: Gauge
  readonly links: Gauge
  readonly refusedLinks: Counter<'reason'>
  readonly tunnelRequests: Counter<'outcome'>
  readonly traffic: Traffic
}

export function createMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry]
  const bytes = new Counter({
    name: 'sshore_ssh_bytes_total',
    help: 'Bytes carried in SSH channels, by where they came from',
    labelNames: ['from'],
    registers,
  })
  const fromClients = bytes.labels('client')
  const fromDevices = bytes.labels('device')
  return {
    connections: new Counter({
      name: 'sshore_ssh_connections_total',
      help: 'SSH connections that ended, by how far they came',
      labelNames: ['outcome'],
      registers,
    }),
    openConnections: new Gauge({ name: 'sshore_ssh_connections', help: 'SSH connections open now', registers }),
    authentications: new Counter({
      name: 'sshore_ssh_authentications_total',
      help: 'Login attempts, by method and outcome',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    activeSessions: new Gauge({ name: 'sshore_ssh_sessions', help: 'SSH connections logged in now', registers }),
    links: new Gauge({ name: 'sshore_links', help: 'Devices linked now', registers }),
    refusedLinks: new Counter({
      name: 'sshore_links_refused_total',
      help: 'Link connections turned away, by reason',
      labelNames: ['reason'],
      registers,
    }),
    tunnelRequests: new Counter({
      name: 'sshore_tunnel_requests_total',
      help: 'Requests and WebSockets of visitors of tunnels, by what became of them',
      labelNames: ['outcome'],
      registers,
    }),
    traffic: {
      fromClients: (count) => fromClients.inc(count),
      fromDevices: (count) => fromDevices.inc(count),
    },
  }
}
