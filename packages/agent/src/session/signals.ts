/** Signals that a client may send (RFC 4254 section 6.10), with Linux's numbers. */
const signals: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ILL: 4,
  ABRT: 6,
  FPE: 8,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
}

/** What the client is told: sshd has this for signals that the protocol has no name for. */
export const exitSignalName = (name: string): string => (Object.hasOwn(signals, name) ? name : 'SIG@openssh.com')

/** Undefined for a name that is not to be delivered. */
export const signalNumber = (name: string): number | undefined =>
  Object.hasOwn(signals, name) ? signals[name] : undefined
