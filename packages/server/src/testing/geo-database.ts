// Writes small databases in MaxMind's format (MaxMind DB File Format Specification 2.0), for tests and pictures.
import type { Position } from '@sshore/contract'
import { isIPv4 } from 'node:net'

export interface PlacedNetwork extends Position {
  /** In CIDR form. */
  readonly network: string
}

type Value =
  | string
  | number
  | { readonly double: number }
  | readonly string[]
  | { readonly fields: Record<string, Value> }

/** The types of the data section; those above 7 take a byte of their own (section "Data Field Format"). */
const types = { text: 2, double: 3, map: 7, unsigned: 6, array: 11 } as const

function control(type: number, size: number): Buffer {
  if (size > 28) throw new Error('Longer fields than this writer knows.')
  return type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size])
}

function encoded(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([control(types.text, bytes.length), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(types.unsigned, 4), bytes])
  }
  if ('double' in value) {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value.double)
    return Buffer.concat([control(types.double, 8), bytes])
  }
  if ('fields' in value) {
    const entries = Object.entries(value.fields)
    return Buffer.concat([control(types.map, entries.length), ...entries.flatMap((entry) => entry.map(encoded))])
  }
  return Buffer.concat([control(types.array, value.length), ...value.map(encoded)])
}

/** The bits of a network in the tree of IPv6 addresses, where IPv4 is `::/96`. */
function bitsOf(network: string): string {
  const [address = '', length = ''] = network.split('/')
  if (!isIPv4(address)) {
    const [before = '', after = ''] = address.split('::')
    const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
    const missing = 8 - groups(before).length - groups(after).length
    const all = [...groups(before), ...Array.from({ length: missing }, () => '0'), ...groups(after)]
    return all
      .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
      .join('')
      .slice(0, Number(length))
  }
  const bits = address.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'))
  return '0'.repeat(96) + bits.join('').slice(0, Number(length))
}

interface Node {
  readonly branches: [Node | number | undefined, Node | number | undefined]
  readonly number: number
}

/** Networks may not overlap. `databaseType` is what the file calls itself. */
export function geoDatabase(networks: readonly PlacedNetwork[], databaseType = 'GeoLite2-City'): Buffer {
  const nodes: Node[] = []
  const newNode = (): Node => {
    const node: Node = { branches: [undefined, undefined], number: nodes.length }
    nodes.push(node)
    return node
  }
  const root = newNode()
  const data: Buffer[] = []
  let dataBytes = 0
  for (const { network, latitude, longitude } of networks) {
    const bits = bitsOf(network)
    let node = root
    for (const bit of bits.slice(0, -1)) {
      const side = bit === '1' ? 1 : 0
      const next = node.branches[side] ?? newNode()
      if (typeof next === 'number') throw new Error(`${network} is inside another network.`)
      node.branches[side] = next
      node = next
    }
    node.branches[bits.endsWith('1') ? 1 : 0] = dataBytes
    const location = { fields: { latitude: { double: latitude }, longitude: { double: longitude } } }
    const entry = encoded({ fields: { location } })
    data.push(entry)
    dataBytes += entry.length
  }
  const tree = Buffer.alloc(nodes.length * 6)
  for (const { branches, number } of nodes) {
    for (const [side, branch] of branches.entries()) {
      // A record points to a node, to nothing, or into the data, which begins 16 bytes behind the tree.
      const record =
        branch === undefined ? nodes.length : typeof branch === 'number' ? nodes.length + 16 + branch : branch.number
      tree.writeUIntBE(record, number * 6 + side * 3, 3)
    }
  }
  const metadata = encoded({
    fields: {
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 1_700_000_000,
      database_type: databaseType,
      description: { fields: { en: 'Test database' } },
      ip_version: 6,
      languages: ['en'],
      node_count: nodes.length,
      record_size: 24,
    },
  })
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata])
}
