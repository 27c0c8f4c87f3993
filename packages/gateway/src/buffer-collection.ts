import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 weigh memory outside its heap together with the heap. By default every 64 MiB of buffers that came and went
 * cause a collection of the whole heap: in a copy of 1 GiB that was over 40 of them, and 2 to 4 with this. It concerns
 * the whole process, so that only what owns it may call this: a command, never a library or a test.
 */
export function weighBuffersWithHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
