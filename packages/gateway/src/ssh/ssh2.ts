// The only file that imports ssh2, so that another RFC 4253 layer can take its place.
import crypto from 'ssh2/lib/protocol/crypto.js'
import kex from 'ssh2/lib/protocol/kex.js'
import Protocol, { type Ssh2HostKey } from 'ssh2/lib/protocol/Protocol.js'
import utils from 'ssh2/lib/protocol/utils.js'

export { Protocol }
export type { Ssh2HostKey }
export const { KexInit } = kex
export const { sendPacket } = utils

/** False when ssh2 fell back to JavaScript ciphers, which are 3 to 5 times slower. */
export const nativeCiphers: boolean = crypto.bindingAvailable

/** Settles once the ciphers can be used. */
export const ciphersReady: Promise<void> = crypto.init
