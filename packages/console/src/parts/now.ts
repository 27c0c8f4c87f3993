import { useEffect, useState } from 'react'
import { useConsole } from '../console-context.ts'

/** The time in Unix milliseconds, renewed every so often. */
export function useNow(everySeconds: number): number {
  const { now } = useConsole()
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [now, everySeconds])
  return time
}
