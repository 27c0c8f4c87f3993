// asciinema-player draws the screen; what it is told to do comes from the controls of the page.
import { create, type Player } from 'asciinema-player'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { theme } from '../../theme.ts'
import { type Cast, castValues } from './cast.ts'
import { paceOf } from './pace.ts'

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

/** Plays `cast` in the element of `place`. It is made anew when the speed changes, at the same second. */
export function usePlayer(place: RefObject<HTMLElement | null>, options: PlayerOptions): PlayerState {
  const { cast, speed, skipsPauses, startAt, colours } = options
  const pace = useMemo(() => paceOf(cast, skipsPauses ? pauseSeconds : Infinity), [cast, skipsPauses])
  const player = useRef<Player>(undefined)
  /** Where it is being moved to, in the recording. */
  const aim = useRef<number>(undefined)
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
    player.current = made
    let isOver = false
    made.addEventListener('playing', () => isOver || run(true))
    made.addEventListener('pause', () => isOver || run(false))
    made.addEventListener('ended', () => {
      if (isOver) return
      run(false)
      at(cast.seconds)
    })
    void made
      .seek(pace.played(second))
      .then(() => (goesOn && !isOver ? made.play() : undefined))
      .catch(() => undefined)
    return () => {
      isOver = true
      player.current = undefined
      made.dispose()
    }
  }, [place, cast, pace, speed, colours, at, run])

  useEffect(() => {
    if (!isPlaying) return undefined
    let frame = 0
    const follow = (): void => {
      if (player.current && aim.current === undefined) at(pace.recorded(player.current.getCurrentTime()))
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, pace, at])

  /** Long ones take a moment for each move: of those that come meanwhile, as from a slider, the last one counts. */
  async function move(): Promise<void> {
    for (let goal = aim.current; goal !== undefined;) {
      await player.current?.seek(pace.played(goal)).catch(() => undefined)
      if (aim.current === goal) aim.current = undefined
      goal = aim.current
    }
  }

  return {
    position,
    isPlaying,
    play: () => {
      // From the end, once more from the beginning.
      if (known.current.position >= cast.seconds) void player.current?.seek(0)
      void player.current?.play()
    },
    pause: () => void player.current?.pause(),
    seek: (second) => {
      at(second)
      const isMoving = aim.current !== undefined
      aim.current = second
      if (!isMoving) void move()
    },
  }
}
