import '@xterm/xterm/css/xterm.css'
import './terminal.css'
import { ActionIcon, Tooltip } from '@mantine/core'
import { ApiError } from '@sshore/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../console-context.ts'
import { useText } from '../../language/use-text.ts'
import { useDeviceQuery } from '../devices/device-list.ts'
import { forgetDevice, rememberDevice } from '../../parts/recent-devices.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { type Search, textIn } from '../../router/search-text.ts'
import type { Desk, DeskTab } from './desk.ts'
import { paneDevice } from './desk.ts'
import { DeviceChooser } from './device-chooser.tsx'
import { FilePanel } from './files/file-panel.tsx'
import { KeyBar } from './key-bar.tsx'
import { PaneView } from './pane-view.tsx'
import { panesOf, type Split } from './split-tree.ts'
import { Toolbar } from './toolbar.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useDesk, usePane } from './use-desk.ts'
import { words } from './words.ts'

/** Opens what the address names, once: after that the address is that of the desk. */
function useWanted(desk: Desk) {
  const search: Search = useSearch({ strict: false })
  const wanted = textIn(search, 'device')
  const { id, tenant } = useUser()
  const navigate = useNavigate()
  const found = useQuery({ ...useDeviceQuery(wanted ?? ''), enabled: wanted !== undefined })
  const device = wanted === undefined ? undefined : found.data
  useEffect(() => {
    if (!device) return
    desk.open(paneDevice(device))
    rememberDevice(window.localStorage, { id, tenant }, device)
    void navigate({ to: '/terminal', search: {}, replace: true })
  }, [desk, device, id, tenant, navigate])
  const isGone = found.error instanceof ApiError && found.error.code === 'device_not_found'
  useEffect(() => {
    if (isGone && wanted !== undefined) forgetDevice(window.localStorage, { id, tenant }, wanted)
  }, [isGone, wanted, id, tenant])
  return { wanted, error: wanted === undefined ? null : found.error, retry: () => void found.refetch() }
}

function TabButton({
  desk,
  tab,
  isShown,
  onShow,
}: {
  readonly desk: Desk
  readonly tab: DeskTab
  readonly isShown: boolean
  readonly onShow: () => void
}) {
  const say = useText()
  const pane = usePane(desk.pane(tab.focused))
  if (!pane) return null
  const { name } = pane.device
  const count = panesOf(tab.tree).length
  return (
    <li className='terminal-tab' data-shown={isShown || undefined} data-state={pane.state().kind}>
      <button type='button' aria-current={isShown ? 'true' : undefined} title={pane.title || name} onClick={onShow}>
        <span className='dot' aria-hidden />
        <span className='terminal-tab-name'>
          {name}
          {count > 1 && ` · ${count}`}
        </span>
      </button>
      <ActionIcon
        size='xs'
        variant='subtle'
        color='gray'
        aria-label={say(words.close)(name)}
        onClick={() => desk.closeTab(tab.id)}
      >
        <IconX size={13} aria-hidden />
      </ActionIcon>
    </li>
  )
}

interface PanesProps {
  readonly desk: Desk
  readonly tab: DeskTab
  readonly tree: Split
  readonly onLeave: () => void
  readonly onFull: () => void
  readonly onFiles: (files: readonly File[]) => void
}

function Panes({ tree, ...props }: PanesProps) {
  if ('parts' in tree) {
    return (
      <div className='terminal-split' data-direction={tree.direction}>
        {tree.parts.map((part) => (
          <Panes key={panesOf(part)[0]} {...props} tree={part} />
        ))}
      </div>
    )
  }
  const { desk, tab } = props
  const pane = desk.pane(tree.pane)
  if (!pane) return null
  const { pane: id } = tree
  return (
    <PaneView
      key={id}
      desk={desk}
      pane={pane}
      isFocused={tab.focused === id}
      isSplit={'parts' in tab.tree}
      onLeave={props.onLeave}
      onFull={props.onFull}
      onFiles={props.onFiles}
    />
  )
}

/** All terminals of this browser tab, one tab of them in front. */
export function TerminalPage() {
  const say = useText()
  usePageTitle(say(words.title))
  const { desk, state } = useDesk()
  const { wanted, error, retry } = useWanted(desk)
  const [isFull, fill] = useFullScreen()
  const [isAdding, setIsAdding] = useState(false)
  const user = useUser()
  const [hasFiles, setHasFiles] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const tab = state.tabs.find(({ id }) => id === state.shown)
  const pane = usePane(tab && desk.pane(tab.focused))
  const isChoosing = (isAdding || !tab) && wanted === undefined

  return (
    <div className='terminals' data-full={isFull || undefined}>
      <h1 className='unseen'>{say(words.title)}</h1>
      <div className='terminal-bar' ref={bar}>
        <ul className='terminal-tabs' aria-label={say(words.tabs)}>
          {state.tabs.map((each) => (
            <TabButton
              key={each.id}
              desk={desk}
              tab={each}
              isShown={each === tab && !isChoosing}
              onShow={() => {
                setIsAdding(false)
                desk.show(each.id)
              }}
            />
          ))}
        </ul>
        {state.tabs.length > 0 && (
          <Tooltip label={say(words.add)} withinPortal={false}>
            <ActionIcon
              variant='subtle'
              color='gray'
              size='lg'
              aria-label={say(words.add)}
              onClick={() => setIsAdding(true)}
            >
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <span className='grow' />
        {pane && !isChoosing && (
          <Toolbar
            desk={desk}
            pane={pane}
            isFull={isFull}
            onFull={() => fill(!isFull)}
            hasFiles={hasFiles}
            onFiles={() => setHasFiles(!hasFiles)}
          />
        )}
      </div>
      {error && (
        <div className='terminal-chooser'>
          <Trouble title={say(words.title)} error={error} onRetry={retry} />
        </div>
      )}
      {isChoosing ? (
        <div className='terminal-empty'>
          <h2>{say(words.emptyTitle)}</h2>
          <p>{say(words.emptyText)}</p>
          <DeviceChooser
            onChoose={(device) => {
              setIsAdding(false)
              desk.open(device)
              rememberDevice(window.localStorage, user, device)
            }}
          />
        </div>
      ) : (
        tab && (
          <div className='terminal-room'>
            <Panes
              key={tab.id}
              desk={desk}
              tab={tab}
              tree={tab.tree}
              onLeave={() => bar.current?.querySelector<HTMLElement>('button[aria-current], button')?.focus()}
              onFull={() => fill(!isFull)}
              onFiles={(files) => {
                setHasFiles(true)
                const target = desk.pane(desk.state().tabs.find(({ id }) => id === tab.id)?.focused ?? '')
                target?.files.upload(files)
              }}
            />
            {hasFiles && pane && <FilePanel key={pane.id} pane={pane} onClose={() => setHasFiles(false)} />}
          </div>
        )
      )}
      {pane && !isChoosing && pane.state().kind === 'running' && <KeyBar pane={pane} />}
    </div>
  )
}
