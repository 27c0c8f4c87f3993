import { ActionIcon, NativeSelect, Switch, Text, Tooltip } from '@mantine/core'
import { IconMaximize, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useText } from '../../language/use-text.ts'
import { clockText } from './clock-text.ts'
import type { PlayerState } from './use-player.ts'
import { words } from './words.ts'

const speeds = [0.5, 1, 2, 4, 8, 16] as const

export interface PlayerControlsProps {
  readonly player: PlayerState
  readonly seconds: number
  readonly speed: number
  readonly onSpeed: (speed: number) => void
  readonly skipsPauses: boolean
  readonly onSkip: (skips: boolean) => void
  readonly onFull: () => void
}

export function PlayerControls({ player, seconds, speed, onSpeed, skipsPauses, onSkip, onFull }: PlayerControlsProps) {
  const say = useText()
  const { isPlaying, position, play, pause, seek } = player
  const label = say(isPlaying ? words.pause : words.play)
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <div className='player-controls'>
      <Tooltip label={label}>
        <ActionIcon size='lg' aria-label={label} onClick={isPlaying ? pause : play}>
          <Icon size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <input
        type='range'
        className='player-range'
        aria-label={say(words.position)}
        aria-valuetext={clockText(position)}
        min={0}
        max={Math.max(seconds, 0.1)}
        step='any'
        value={position}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <Text size='sm' component='span' className='player-time'>
        {clockText(position)} / {clockText(seconds)}
      </Text>
      <NativeSelect
        size='xs'
        aria-label={say(words.speed)}
        value={String(speed)}
        data={speeds.map((each) => ({ value: String(each), label: `${each}×` }))}
        onChange={(event) => onSpeed(Number(event.currentTarget.value))}
      />
      <Switch
        size='xs'
        label={say(words.skip)}
        checked={skipsPauses}
        onChange={(event) => onSkip(event.currentTarget.checked)}
      />
      <Tooltip label={say(words.full)}>
        <ActionIcon variant='subtle' color='gray' size='lg' aria-label={say(words.full)} onClick={onFull}>
          <IconMaximize size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
