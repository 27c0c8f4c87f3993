import { resolve } from 'node:path'

/** A path that a client gave, as the sshd of a system takes it: that process stands in the root folder. */
export const fromRoot = (path: string): string => resolve('/', path)
