import type { Device } from '@sshore/contract'
import { useEffect, useRef, useState } from 'react'
import { BulkBar } from './bulk-bar.tsx'
import { DeviceTable, type DeviceTableProps } from './device-table.tsx'
import { Refusals } from './refusals.tsx'
import type { Refused } from './refused.ts'

const nobody: ReadonlySet<string> = new Set()
const uidsOf = (devices: readonly Device[]): ReadonlySet<string> => new Set(devices.map(({ uid }) => uid))
const notOf = (uids: ReadonlySet<string>, refused: readonly Refused[]): readonly Refused[] =>
  refused.filter(({ device }) => !uids.has(device.uid))

/** Devices in one state, which of them are selected, and what became of those that were. */
export function DeviceRows({ status, devices, ...table }: Omit<DeviceTableProps, 'selection'>) {
  const [selected, setSelected] = useState(nobody)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const chosen = devices.filter(({ uid }) => selected.has(uid))
  const chosenUids = uidsOf(chosen)

  function clear(): void {
    setSelected(nobody)
    setRefused([])
  }
  /** What is ticked or told of meanwhile stays. */
  function letGo(): void {
    setSelected((known) => new Set([...known].filter((uid) => !chosenUids.has(uid))))
    setRefused((known) => notOf(chosenUids, known))
  }
  function show(refusals: readonly Refused[]): boolean {
    if (!isHere.current) return false
    const uids = uidsOf(refusals.map(({ device }) => device))
    const left = refusals.filter(({ isGone }) => !isGone).map(({ device }) => device.uid)
    setSelected((known) => new Set([...known, ...left]))
    setRefused((known) => [...notOf(uids, known), ...refusals])
    return true
  }

  return (
    <>
      {chosen.length > 0 && (
        <BulkBar status={status} devices={chosen} onClear={clear} onStart={letGo} onRefused={show} />
      )}
      {refused.length > 0 && (
        <Refusals
          refused={refused}
          selected={refused.filter(({ device }) => chosenUids.has(device.uid)).length}
          onDismiss={(those) => setRefused((known) => known.filter((each) => !those.includes(each)))}
        />
      )}
      {devices.length > 0 && (
        <DeviceTable
          {...table}
          status={status}
          devices={devices}
          selection={{ keys: selected, onSelect: setSelected }}
        />
      )}
    </>
  )
}
