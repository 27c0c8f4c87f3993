// SFTP version 3 as the agent answers it: the draft's numbers, and the sizes OpenSSH made customary.
import { sftp } from '@sshore/contract'

export const { packetType, statusCode, openFlag, attributeFlag } = sftp
export type StatusCode = sftp.StatusCode
export const protocolVersion = sftp.version

/** What `limits@openssh.com` tells: a whole packet, without its length field. */
export const maxPacketBytes = 256 * 1024
/** Clients that put 256 KiB of file into one WRITE add its header on top; they are served too. */
export const maxAcceptedPacketBytes = maxPacketBytes + 1024
/** Longest answer to a READ, and the longest WRITE that is advertised. */
export const maxTransferBytes = maxPacketBytes - 1024
/** Section 3 of the draft: every implementation takes packets of 34,000 bytes; listings stay below that. */
export const maxListingBytes = 32_000
