// Every number that limits a link. Together they fix what one link can hold in memory, whatever the peer does.

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** Frames are cut to this while anything else waits, so that a keystroke waits for one of them at most. */
export const sharedFrameBytes = 16 * kibibyte
/** A stream that is alone may fill messages up to this; measured, larger ones only fall out of the processor's cache. */
export const loneFrameBytes = 64 * kibibyte
/** On slow lines messages are small, for what is handed to the socket cannot be overtaken any more. */
export const leastMessageBytes = 4 * kibibyte

/** Most streams open at once on one link, both directions together; more are refused one by one. */
export const openStreams = 4096
/** A stream header as JSON: an exec command may take 1 MiB, and escaping may double it. */
export const headerBytes = 2 * mebibyte
/** What an agent opens streams with: an address or a path. Never sent in pieces. */
export const agentHeaderBytes = 8 * kibibyte
/** A stream message as JSON. */
export const messageBytes = 64 * kibibyte
/** Text beside a reset. */
export const detailBytes = kibibyte
/** Opened headers that wait to be sent, together. */
export const waitingHeaderBytes = 8 * mebibyte
/** Messages of one stream that wait to be sent, together. */
export const waitingMessageBytes = mebibyte
/** Control frames that wait to be sent: only a peer that sends and never reads can cause more. */
export const waitingControlBytes = mebibyte
/** Control frames in one message, so that messages stay below what the gateway takes. */
export const controlBytes = 64 * kibibyte
/** Answers that a peer is owed and does not fetch: after so many without a pause it gets no more until it reads. */
export const unfetchedAnswers = 2048
export const unfetchedRetryMilliseconds = 100

/** Send queues: `write` returns false above this per stream… */
export const queueBytes = 256 * kibibyte
/** …or above this, once all queues of the link together hold more than `queueTotalBytes`. */
export const crowdedQueueBytes = 16 * kibibyte
export const queueTotalBytes = 16 * mebibyte

/** Credit that every stream has from the start, without a word. Part of the protocol: both sides must agree. */
export const baseWindowBytes = 16 * kibibyte
/** What a stream's window is raised to at once, as long as the link's shared budget allows… */
export const startWindowBytes = 256 * kibibyte
/** …and the most it grows to: 16 MiB carry 160 MB/s over a round trip of 100 ms. */
export const maxWindowBytes = 16 * mebibyte
/** Windows beyond the base draw on this, all streams of a link together. */
export const windowBudgetBytes = 64 * mebibyte
/** Windows, the base included, of all links of one namespace, and of all there are. */
export const tenantUnreadBytes = 256 * mebibyte
export const serverUnreadBytes = 1024 * mebibyte

/** Bytes sent and not acknowledged: where the limit starts, the least it falls to, the most it grows to. */
export const inFlightBytes = { start: 128 * kibibyte, floor: 32 * kibibyte, max: 16 * mebibyte } as const
/** Bulk waits while the socket itself holds more than this, for there nothing can overtake it. */
export const bufferedBytes = 256 * kibibyte
/** What sparse streams and control frames may send beyond the limit: they do not wait for an acknowledgement. */
export const sparseAllowanceBytes = 64 * kibibyte

/**
 * The sender asks for so many acknowledgements per limit of bytes in flight, for it alone knows how soon it will wait
 * for them. Without being asked, acknowledge after so many bytes, or after a moment that lets the answer carry it.
 */
export const promptsPerFlight = 8
export const acknowledgeBytes = 256 * kibibyte
export const acknowledgeDelayMilliseconds = 5

/** A peer that stays silent this long after a ping is gone. */
export const pingGraceSeconds = 15
/** While bytes are unacknowledged: ping after so much silence… */
export const probeSeconds = 5
/** …and give the connection up after so much. */
export const probeDeadSeconds = 10

/** From the attempt to dial to an open connection: a network may swallow the answer, and nobody else gives up. */
export const dialSeconds = 20
/** From the first byte of a new connection to the welcome. */
export const handshakeSeconds = 10
/** Handshake messages are small: the largest field is a signature. */
export const handshakeBytes = 8 * kibibyte
/** Connections of one device that are in their handshake at a time. */
export const provingConnections = 2
