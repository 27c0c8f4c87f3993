// How a failure becomes an SFTP status: the mapping that OpenSSH's sftp-server uses, which clients have learnt to read.
import { getSystemErrorMap } from 'node:util'
import { MalformedPacket } from './packet-reader.ts'
import { type StatusCode, statusCode } from './protocol.ts'
import { SftpFailure, statusText } from './sftp-failure.ts'

const statuses: Readonly<Record<string, StatusCode>> = {
  ENOENT: statusCode.noSuchFile,
  ENOTDIR: statusCode.noSuchFile,
  EBADF: statusCode.noSuchFile,
  ELOOP: statusCode.noSuchFile,
  EPERM: statusCode.permissionDenied,
  EACCES: statusCode.permissionDenied,
  EFAULT: statusCode.permissionDenied,
  ENAMETOOLONG: statusCode.badMessage,
  EINVAL: statusCode.badMessage,
  ENOSYS: statusCode.opUnsupported,
}

export interface StatusReply {
  readonly status: StatusCode
  readonly message: string
}

const isSystemError = (failure: unknown): failure is NodeJS.ErrnoException & { readonly code: string } =>
  failure instanceof Error && 'syscall' in failure && 'code' in failure && typeof failure.code === 'string'

/** Whether the kernel refused with this errno, for example `EEXIST`. */
export const failedWith = (failure: unknown, ...codes: readonly string[]): boolean =>
  isSystemError(failure) && codes.includes(failure.code)

const reasonOf = (errno: number | undefined): string | undefined =>
  errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]

/**
 * The status of anything thrown while a request was served. OpenSSH says only "Failure" for most of errno; clients that
 * show the server's text (most, but not OpenSSH's own) get the reason instead, for example "no space left on device".
 */
export function statusOf(failure: unknown): StatusReply {
  if (failure instanceof SftpFailure) return { status: failure.status, message: failure.message }
  if (failure instanceof MalformedPacket) {
    return { status: statusCode.badMessage, message: `${statusText(statusCode.badMessage)}: ${failure.message}` }
  }
  if (!isSystemError(failure)) return { status: statusCode.failure, message: statusText(statusCode.failure) }
  const status = statuses[failure.code] ?? statusCode.failure
  const reason = status === statusCode.failure ? reasonOf(failure.errno) : undefined
  return { status, message: reason ?? statusText(status) }
}
