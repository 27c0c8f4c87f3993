// asciinema-player draws the screen; what it is told to do comes from the controls of the page.
import { create, type Player } from 'asciinema-player'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { theme } from '../../theme.ts'
import { type Cast, castValues } from './cast.ts'
import { type Pace, paceOf, stopsOf } from './pace.ts'

/** The longest pause when pauses are skipped. */
const pauseSeconds = 1

export interface PlayerState {
  /** Seconds in the recording. */
  readonly position: number
  readonly isPlaying: boolean
  readonly play: () => void
  readonly pause: () => void
  readonly seek: (second: number) => void
}

/** Of the screen: names and values of style properties. */
export type Colours = readonly (readonly [name: string, value: string])[]

export interface PlayerOptions {
  readonly cast: Cast
  readonly speed: number
  readonly skipsPauses: boolean
  /** Seconds in the recording. */
  readonly startAt: number
  readonly colours: Colours
}

interface Playing {
  readonly player: Player
  readonly pace: Pace
  readonly stops: readonly number[]
  /** It was playing before it was made anew. */
  goesOn: boolean
}

/** Moves to a second of the playing, with a breath at each stop on the way: a hundred megabytes take seconds to draw. */
async function glide({ player, stops }: Playing, to: number, isWanted: () => boolean): Promise<void> {
  const from = player.getCurrentTime() || 0
  if (to < from) await player.seek(0)
  if (to === 0) return
  const start = to < from ? 0 : from
  for (const stop of stops) {
    if (stop <= start || stop >= to) continue
    await player.seek(stop)
    await new Promise((resolve) => setTimeout(resolve))
    if (!isWanted()) return
  }
  await player.seek(to)
}

/** Plays `cast` in the element of `place`. It is made anew when the speed changes, at the same second. */
export function usePlayer(place: RefObject<HTMLElement | null>, options: PlayerOptions): PlayerState {
  const { cast, speed, skipsPauses, startAt, colours } = options
  const pace = useMemo(() => paceOf(cast, skipsPauses ? pauseSeconds : Infinity), [cast, skipsPauses])
  const playing = useRef<Playing>(undefined)
  /** Where it is being moved to, in the recording. */
  const aim = useRef<number>(undefined)
  const isMoving = useRef(false)
  const known = useRef({ position: startAt, isPlaying: false })
  const [position, setPosition] = useState(startAt)
  const [isPlaying, setIsPlaying] = useState(false)

  const at = useCallback((second: number): void => {
    known.current = { ...known.current, position: second }
    setPosition(second)
  }, [])
  const run = useCallback((runs: boolean): void => {
    known.current = { ...known.current, isPlaying: runs }
    setIsPlaying(runs)
  }, [])

  /** Of moves that come while another one is on its way, as from a slider, the last one counts. */
  const move = useCallback(async (): Promise<void> => {
    if (isMoving.current) return
    isMoving.current = true
    for (;;) {
      const [goal, now] = [aim.current, playing.current]
      if (goal === undefined || !now) break
      const isWanted = (): boolean => aim.current === goal && playing.current === now
      await glide(now, now.pace.played(goal), isWanted).catch(() => undefined)
      if (!isWanted()) continue
      aim.current = undefined
      if (now.goesOn) void now.player.play()
      now.goesOn = false
    }
    isMoving.current = false
  }, [])

  useEffect(() => {
    if (!place.current) return undefined
    const { position: second, isPlaying: goesOn } = known.current
    // The player reads them when it is made.
    for (const [name, value] of colours) place.current.style.setProperty(name, value)
    const made = create({ data: castValues(cast, pace.seconds) }, place.current, {
      controls: false,
      fit: 'both',
      preload: true,
      speed,
      theme: 'sshore',
      terminalFontFamily: theme.fontFamilyMonospace ?? 'monospace',
    })
    playing.current = { player: made, pace, stops: stopsOf(cast, pace), goesOn }
    let isOver = false
    made.addEventListener('playing', () => isOver || run(true))
    made.addEventListener('pause', () => isOver || run(false))
    made.addEventListener('ended', () => {
      if (isOver) return
      run(false)
      at(cast.seconds)
    })
    aim.current = second
    void move()
    return () => {
      isOver = true
      playing.current = undefined
      made.dispose()
    }
  }, [place, cast, pace, speed, colours, at, run, move])

  useEffect(() => {
    if (!isPlaying) return undefined
    let frame = 0
    const follow = (): void => {
      const player = playing.current?.player
      if (player && aim.current === undefined) at(pace.recorded(player.getCurrentTime()))
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, pace, at])

  const seek = (second: number): void => {
    at(second)
    aim.current = second
    void move()
  }
  return {
    position,
    isPlaying,
    play: () => {
      // From the end, once more from the beginning.
      if (known.current.position >= cast.seconds) seek(0)
      void playing.current?.player.play()
    },
    pause: () => {
      // One that was made anew may still be on its way to the second where it goes on.
      if (playing.current) playing.current.goesOn = false
      run(false)
      void playing.current?.player.pause()
    },
    seek,
  }
}
