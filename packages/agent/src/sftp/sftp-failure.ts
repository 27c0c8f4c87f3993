import { type StatusCode, statusCode } from './protocol.ts'

const texts: Readonly<Record<StatusCode, string>> = {
  [statusCode.ok]: 'Success',
  [statusCode.eof]: 'End of file',
  [statusCode.noSuchFile]: 'No such file',
  [statusCode.permissionDenied]: 'Permission denied',
  [statusCode.failure]: 'Failure',
  [statusCode.badMessage]: 'Bad message',
  [statusCode.opUnsupported]: 'Operation unsupported',
}

export const statusText = (status: StatusCode): string => texts[status]

/** A request that is refused with a status of the protocol rather than by the kernel. */
export class SftpFailure extends Error {
  readonly status: StatusCode

  constructor(status: StatusCode, message: string = statusText(status)) {
    super(message)
    this.status = status
  }
}
