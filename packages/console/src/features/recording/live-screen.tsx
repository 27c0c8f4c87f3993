import '@xterm/xterm/css/xterm.css'
import './player.css'
import { Button, Group, Text } from '@mantine/core'
import { eventsIn } from '@sshore/client'
import { useQueryClient } from '@tanstack/react-query'
import { Terminal } from '@xterm/xterm'
import { useEffect, useRef, useState } from 'react'
import { useFailureText, useText } from '../../language/use-text.ts'
import { textOf } from '../../live/text-of.ts'
import { useLook } from '../terminal/use-look.ts'
import { eventOf, sizeOf } from './cast.ts'
import { type Place, useOpenRecording } from './recordings.ts'
import { words } from './words.ts'
import { Told } from '../../parts/told.tsx'

const sizeIn = (text: string): readonly [number, number] => {
  const [columns = 80, rows = 24] = text.split('x').map(Number)
  return [columns, rows]
}

function reasonIn(data: string): string | undefined {
  try {
    const value: unknown = JSON.parse(data)
    const reason: unknown = typeof value === 'object' && value !== null && Reflect.get(value, 'reason')
    return typeof reason === 'string' ? reason : undefined
  } catch {
    return undefined
  }
}

/** Shows what comes, and says why nothing comes any more; undefined when the server does not say. */
async function follow(reply: Response, screen: Terminal): Promise<string | undefined> {
  let isFirst = true
  for await (const { name, data } of eventsIn(textOf(reply.body))) {
    if (name === 'end') return reasonIn(data)
    if (isFirst) {
      const { columns, rows } = sizeOf(data)
      screen.resize(columns, rows)
      isFirst = false
      continue
    }
    const event = eventOf(data)
    if (event?.kind === 'o') await new Promise<void>((resolve) => screen.write(event.text, resolve))
    else if (event?.kind === 'r') screen.resize(...sizeIn(event.text))
  }
  return undefined
}

/** Why nothing more comes: the session is over, the stream broke off, or it could not be opened. */
type End = 'over' | 'cut' | { readonly error: unknown }

async function watch(open: () => Promise<Response>, screen: Terminal): Promise<End> {
  for (;;) {
    const reply = await open().catch((error: unknown) => ({ error }))
    if ('error' in reply) return reply
    screen.reset()
    const reason = await follow(reply, screen).catch(() => undefined)
    // The token with which it was opened is over before the session is: another one was got since.
    if (reason !== 'unauthenticated') return reason === 'over' ? 'over' : 'cut'
  }
}

export interface LiveScreenProps {
  readonly place: Place
  readonly onWhole: () => void
}

/** One try: until the session is over, or what is watched breaks off. */
function Watching({ place, onWhole, onAgain }: LiveScreenProps & { readonly onAgain: () => void }) {
  const say = useText()
  const failureText = useFailureText()
  const open = useOpenRecording()
  const look = useLook()
  const queries = useQueryClient()
  const element = useRef<HTMLDivElement>(null)
  const [end, setEnd] = useState<End>()
  const screen = useRef<Terminal>(undefined)
  const newest = useRef({ open, look })
  const { uid, seat } = place

  useEffect(() => {
    if (!element.current) return undefined
    const stop = new AbortController()
    const { fontSize, fontFamily, theme } = newest.current.look
    const made = new Terminal({ disableStdin: true, cursorBlink: false, scrollback: 1000, fontSize, fontFamily, theme })
    made.open(element.current)
    screen.current = made
    void watch(() => newest.current.open('watchRecord', { uid, seat }, stop.signal), made).then((how) => {
      if (stop.signal.aborted) return
      setEnd(how)
      void queries.invalidateQueries({ queryKey: ['recordings'] })
    })
    return () => {
      stop.abort()
      screen.current = undefined
      made.dispose()
    }
  }, [uid, seat, queries])

  useEffect(() => {
    newest.current = { open, look }
    const { fontSize, fontFamily, theme } = look
    if (screen.current) screen.current.options = { fontSize, fontFamily, theme }
  }, [open, look])

  return (
    <div className='card rounded player'>
      <div className='live-screen' ref={element} style={{ background: look.theme.background }} />
      {end === 'over' && (
        <Told>
          <Group justify='space-between'>
            <Text size='sm'>{say(words.over)}</Text>
            <Button size='xs' onClick={onWhole}>
              {say(words.playWhole)}
            </Button>
          </Group>
        </Told>
      )}
      {end !== undefined && end !== 'over' && (
        <Told tone='bad'>
          <Group justify='space-between'>
            <Text size='sm'>{end === 'cut' ? say(words.cut) : failureText(end.error)}</Text>
            <Button size='xs' variant='default' onClick={onAgain}>
              {say(words.watchAgain)}
            </Button>
          </Group>
        </Told>
      )}
    </div>
  )
}

/** The screen of a session that runs, as whoever is in it sees it. Nothing can be typed. */
export function LiveScreen(props: LiveScreenProps) {
  const [attempt, setAttempt] = useState(1)
  return <Watching key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}
