import 'asciinema-player/dist/bundle/asciinema-player.css'
import './player.css'
import { Stack, Text, TextInput, UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useText } from '../../language/use-text.ts'
import { Panel } from '../../parts/panel.tsx'
import { inertText } from '../terminal/inert-text.ts'
import { useTerminalSettings } from '../terminal/settings.ts'
import { themeOf } from '../terminal/themes.ts'
import type { Cast } from './cast.ts'
import { clockText } from './clock-text.ts'
import { PlayerControls } from './player-controls.tsx'
import { useFound } from './use-found.ts'
import { type Colours, usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { words } from './words.ts'

const restMilliseconds = 200

/** The colours of the terminal as the player takes them. */
function usePlayerColours(): Colours {
  const [settings] = useTerminalSettings()
  const isDark = useComputedColorScheme('light') === 'dark'
  return useMemo(() => {
    const look = themeOf(settings.theme, isDark)
    const plain = [look.black, look.red, look.green, look.yellow, look.blue, look.magenta, look.cyan, look.white]
    const bright = [
      ...[look.brightBlack, look.brightRed, look.brightGreen, look.brightYellow],
      ...[look.brightBlue, look.brightMagenta, look.brightCyan, look.brightWhite],
    ]
    return [
      ['--screen-foreground', look.foreground ?? ''],
      ['--screen-background', look.background ?? ''],
      ...[...plain, ...bright].map((colour, at) => [`--screen-${at}`, colour ?? ''] as const),
    ]
  }, [settings.theme, isDark])
}

interface PlacesProps {
  readonly places: readonly { readonly second: number; readonly line: string }[]
  readonly onGo: (second: number) => void
}

/** Moments of the recording, each leading to its second. */
function Places({ places, onGo }: PlacesProps) {
  return (
    <ul className='player-places'>
      {places.map(({ second, line }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same line can be there twice in one moment
        <li key={at}>
          <UnstyledButton onClick={() => onGo(second)}>
            <span className='player-time'>{clockText(second)}</span>
            <span className='code'>{line}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

function Find({
  cast,
  first,
  onGo,
}: {
  readonly cast: Cast
  readonly first: string
  readonly onGo: (second: number) => void
}) {
  const say = useText()
  const [text, setText] = useState(first)
  const [wanted] = useDebouncedValue(text.trim(), restMilliseconds)
  const found = useFound(cast, wanted)
  return (
    <Stack gap='sm'>
      <TextInput
        aria-label={say(words.find)}
        spellCheck={false}
        autoComplete='off'
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text size='sm' c='dimmed' component='output' display='block'>
        {found === undefined && say(words.looking)}
        {found && wanted !== '' && (found.length === 0 ? say(words.notHere) : say(words.places)(found.length))}
      </Text>
      {found && found.length > 0 && <Places places={found} onGo={onGo} />}
    </Stack>
  )
}

export interface RecordingPlayerProps {
  readonly cast: Cast
  /** Seconds in the recording. */
  readonly startAt: number
  readonly find: string
}

/** A recording with its controls, what happened in it, and a search. */
export function RecordingPlayer({ cast, startAt, find }: RecordingPlayerProps) {
  const say = useText()
  const colours = usePlayerColours()
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const [speed, setSpeed] = useState(1)
  const [skipsPauses, setSkipsPauses] = useState(false)
  const player = usePlayer(place, { cast, speed, skipsPauses, startAt: Math.min(startAt, cast.seconds), colours })
  const turnFull = (): void => {
    const turned: Promise<void> | undefined = document.fullscreenElement
      ? document.exitFullscreen()
      : frame?.requestFullscreen?.()
    void turned?.catch(() => undefined)
  }
  usePlayerKeys(frame, { player, seconds: cast.seconds, onFull: turnFull })
  const marks = useMemo(
    () =>
      cast.events
        .filter(({ kind }) => kind === 'm')
        .map(({ second, text }) => ({ second, line: inertText(text, 200) })),
    [cast],
  )
  const hasScreen = cast.events.some(({ kind }) => kind === 'o')
  return (
    <Stack gap='lg'>
      {hasScreen ? (
        <div className='card rounded player' ref={setFrame}>
          <figure ref={place} className='player-screen' aria-label={say(words.screen)} />
          <PlayerControls
            player={player}
            seconds={cast.seconds}
            speed={speed}
            onSpeed={setSpeed}
            skipsPauses={skipsPauses}
            onSkip={setSkipsPauses}
            onFull={turnFull}
          />
        </div>
      ) : (
        <Text size='sm'>{say(words.noScreen)}</Text>
      )}
      <div className='columns'>
        {hasScreen && (
          <Panel title={say(words.find)}>
            <Find cast={cast} first={find} onGo={player.seek} />
          </Panel>
        )}
        {marks.length > 0 && (
          <Panel title={say(words.happened)}>
            <Places places={marks} onGo={player.seek} />
          </Panel>
        )}
      </div>
    </Stack>
  )
}
