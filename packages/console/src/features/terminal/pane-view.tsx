import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlugConnectedX, IconX } from '@tabler/icons-react'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useLanguage, useText } from '../../language/use-text.ts'
import type { Prompt } from './connection.ts'
import type { Desk } from './desk.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import { useDevice } from '../devices/device-list.ts'
import { FindBar } from './find-bar.tsx'
import { inertText } from './inert-text.ts'
import { LoginForm } from './login-form.tsx'
import type { Pane, PaneDevice, PaneState } from './pane-model.ts'
import { troubleText } from './trouble-text.ts'
import { useLook } from './use-look.ts'
import { usePane, useSecondsLeft } from './use-desk.ts'
import { words } from './words.ts'

function LostBanner({ children }: { readonly children: ReactNode }) {
  return (
    <output className='terminal-banner'>
      <IconPlugConnectedX size={18} aria-hidden />
      <Text size='sm' component='span'>
        {children}
      </Text>
    </output>
  )
}

function Away({ until }: { readonly until: number }) {
  const say = useText()
  const left = useSecondsLeft(until)
  return (
    <LostBanner>
      {say(words.away)} {say(words.awayLeft)(left)}
    </LostBanner>
  )
}

/** Without it, a terminal whose device has lost its network looks like a program that hangs. */
function DeviceAway({ uid }: Pick<PaneDevice, 'uid'>) {
  const say = useText()
  const { data: device } = useDevice(uid)
  return device?.online === false && <LostBanner>{say(words.deviceAway)}</LostBanner>
}

function Over({ lines, pane }: { readonly lines: readonly string[]; readonly pane: Pane }) {
  const say = useText()
  return (
    <div className='terminal-banner'>
      <output className='grow'>
        {lines.map((line) => (
          <Text key={line} size='sm' component='span' display='block'>
            {line}
          </Text>
        ))}
      </output>
      <Button size='xs' onClick={() => pane.startAgain()}>
        {say(words.again)}
      </Button>
    </div>
  )
}

interface QuestionProps {
  readonly prompt: Prompt
  readonly pane: Pane
  /** Whether this terminal has the keyboard; what is typed in another one is not for this question. */
  readonly isFocused: boolean
}

function Question({ prompt, pane, isFocused }: QuestionProps) {
  const say = useText()
  const [takesFocus] = useState(isFocused)
  const [answers, setAnswers] = useState<readonly string[]>(() => prompt.questions.map(() => ''))
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    pane.answer(answers)
  }
  return (
    <div className='terminal-card'>
      <form onSubmit={submit}>
        <Stack gap='sm'>
          <Text component='h2' fw={650}>
            {say(words.asked)}
          </Text>
          {prompt.instruction !== '' && <Text size='sm'>{inertText(prompt.instruction, 500)}</Text>}
          {prompt.questions.map(({ text, shown }, at) => {
            const Field = shown ? TextInput : PasswordField
            return (
              <Field
                // oxlint-disable-next-line react/no-array-index-key -- questions have no identity but their place
                key={at}
                ref={at === 0 && takesFocus ? focusOnArrival : undefined}
                label={inertText(text, 200)}
                autoComplete='one-time-code'
                value={answers[at] ?? ''}
                onChange={(event) => setAnswers(answers.with(at, event.currentTarget.value))}
              />
            )
          })}
          <Group justify='flex-end'>
            <Button type='submit'>{say(words.answer)}</Button>
          </Group>
        </Stack>
      </form>
    </div>
  )
}

interface OverlayProps {
  readonly pane: Pane
  readonly state: PaneState
  readonly isFocused: boolean
}

function Overlay({ pane, state, isFocused }: OverlayProps): ReactNode {
  const say = useText()
  const language = useLanguage()
  switch (state.kind) {
    case 'login':
      return <LoginForm key={state.trouble ? 'again' : 'first'} pane={pane} trouble={state.trouble} />
    case 'connecting':
      return (
        <output className='terminal-banner'>
          <Text size='sm' component='span'>
            {say(words.connecting)}
          </Text>
        </output>
      )
    case 'prompt':
      return <Question prompt={state.prompt} pane={pane} isFocused={isFocused} />
    case 'away':
      return <Away until={state.until} />
    case 'taken-over':
      return <Over pane={pane} lines={[say(words.takenOver), say(words.takenOverNext)]} />
    case 'exited': {
      const { code, signal } = state
      const how =
        signal !== undefined
          ? say(words.signal)(inertText(signal, 20))
          : code !== undefined
            ? say(words.code)(code)
            : say(words.ended)
      return <Over pane={pane} lines={[how]} />
    }
    case 'failed':
      return <Over pane={pane} lines={troubleText(state.trouble, language)} />
    case 'running':
      return <DeviceAway uid={pane.device.uid} />
  }
}

export interface PaneViewProps {
  readonly desk: Desk
  readonly pane: Pane
  readonly isFocused: boolean
  /** Whether it shares its tab with others. */
  readonly isSplit: boolean
  readonly onLeave: () => void
  readonly onFull: () => void
  readonly onFiles: (files: readonly File[]) => void
}

/** One terminal of a tab. */
export function PaneView({ desk, pane, isFocused, isSplit, onLeave, onFull, onFiles }: PaneViewProps) {
  const say = useText()
  const look = useLook()
  const place = useRef<HTMLDivElement>(null)
  const { kind } = usePane(pane).state()
  const state = pane.state()
  const hint = useId()
  const [isOver, setIsOver] = useState(false)
  const newest = useRef({ look, onLeave, onFull })
  useEffect(() => {
    newest.current = { look, onLeave, onFull }
    pane.dress(look)
  }, [pane, look, onLeave, onFull])
  useEffect(() => {
    if (!place.current) return undefined
    return pane.attach(place.current, newest.current.look, {
      onLeave: () => newest.current.onLeave(),
      onFull: () => newest.current.onFull(),
    })
  }, [pane])
  useEffect(() => {
    // What is typed before the device answers is kept for it.
    if (isFocused && (kind === 'connecting' || kind === 'running')) pane.screen?.focus()
  }, [pane, isFocused, kind])
  const name = pane.login === '' ? pane.device.name : `${pane.login}@${pane.device.name}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens for what happens inside; files have a button, too
    <section
      className='terminal-pane'
      aria-label={say(words.pane)(pane.device.name)}
      aria-describedby={hint}
      data-focused={(isSplit && isFocused) || undefined}
      data-over={isOver || undefined}
      data-state={kind}
      onFocus={() => desk.focus(pane.id)}
      onDragOver={(event) => {
        if (kind !== 'running' || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (kind !== 'running' || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        desk.focus(pane.id)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <span id={hint} className='unseen'>
        {say(words.leaveKeys)}
      </span>
      {isSplit && (
        <div className='terminal-pane-head'>
          <Text size='xs' className='grow' truncate>
            {name}
            {pane.title !== '' && ` — ${pane.title}`}
          </Text>
          <ActionIcon
            size='xs'
            variant='subtle'
            color='gray'
            aria-label={`${say(words.closePane)}: ${name}`}
            onClick={() => desk.closePane(pane.id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {pane.isFinding && <FindBar pane={pane} />}
      <div ref={place} className='terminal-place' style={{ background: look.theme.background }} />
      <Overlay pane={pane} state={state} isFocused={isFocused} />
      {pane.link !== '' && <div className='terminal-link'>{say(words.linkKeys)(inertText(pane.link, 120))}</div>}
    </section>
  )
}
