import type { Device } from '@sshore/contract'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { useLoginName } from './login-name.tsx'
import { sshLine } from './ssh-line.ts'

const command = phrase(
  (name: string) => `ssh command of ${name}`,
  (name) => `comando ssh de ${name}`,
)

/** The line that opens a shell on the device. */
export function Reaching({ device, oneLine = true }: { readonly device: Device; readonly oneLine?: boolean }) {
  const say = useText()
  const { data: info } = useInfo()
  const [login] = useLoginName()
  if (!info) return null
  return (
    <CopyLine text={sshLine(login, device, info.endpoints.ssh)} name={say(command)(device.name)} oneLine={oneLine} />
  )
}
