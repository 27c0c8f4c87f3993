import { useState } from 'react'

/** What is typed, before it is told: begins as what is known, and follows it when it changes by itself, as by the back button. */
export function useTyped(known: string): readonly [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(known)
  const [followed, setFollowed] = useState(known)
  if (followed !== known) {
    setFollowed(known)
    setTyped(known)
  }
  return [typed, setTyped]
}
