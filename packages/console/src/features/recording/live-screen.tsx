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

/** Shows what comes until the session ends; false when it was stopped before. */
async function follow(reply: Response, screen: Terminal): Promise<boolean> {
  let isFirst = true
  for await (const { name, data } of eventsIn(textOf(reply.body))) {
    if (name === 'end') return true
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
  return false
}

/** The screen of a session that runs, as whoever is in it sees it. Nothing can be typed. */
export function LiveScreen({ place, onWhole }: { readonly place: Place; readonly onWhole: () => void }) {
  const say = useText()
  const failureText = useFailureText()
  const open = useOpenRecording()
  const look = useLook()
  const queries = useQueryClient()
  const element = useRef<HTMLDivElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [error, setError] = useState<unknown>()
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
    newest.current
      .open('watchRecord', { uid, seat }, stop.signal)
      .then((reply) => follow(reply, made))
      .then((ended) => {
        if (stop.signal.aborted) return
        setIsOver(ended)
        void queries.invalidateQueries({ queryKey: ['recordings'] })
      })
      .catch((failure: unknown) => {
        if (!stop.signal.aborted) setError(failure)
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
      {(isOver || error !== undefined) && (
        <Told tone={isOver ? 'good' : 'bad'}>
          <Group justify='space-between'>
            <Text size='sm'>{isOver ? say(words.over) : failureText(error)}</Text>
            {isOver && (
              <Button size='xs' onClick={onWhole}>
                {say(words.playWhole)}
              </Button>
            )}
          </Group>
        </Told>
      )}
    </div>
  )
}
