import type { Device } from '@sshore/contract'
import { useInfo } from '../../info.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { useLoginName } from './login-name.tsx'
import { sshLine } from './ssh-line.ts'

/** The line that opens a shell on the device. */
export function Reaching({ device, oneLine = true }: { readonly device: Device; readonly oneLine?: boolean }) {
  const { data: info } = useInfo()
  const [login] = useLoginName()
  if (!info) return null
  return (
    <CopyLine
      text={sshLine(login, device, info.endpoints.ssh)}
      name={`ssh command of ${device.name}`}
      oneLine={oneLine}
    />
  )
}
