import { Drawer } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { OverlayPageProps } from './dialog.tsx'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { useOverlayEnd } from './overlay-end.ts'

/** Who opens a form begins to write; the first that can be reached would be what closes it. */
function startAtFirstField(body: HTMLElement | null): void {
  if (body?.querySelector('[data-autofocus]')) return
  body
    ?.querySelector('input:not([type=hidden], [type=radio]:not(:checked)), textarea, select')
    ?.setAttribute('data-autofocus', '')
}

interface KeptProps {
  readonly opened: boolean
  readonly children: ReactNode
}

/** While it slides away it shows what it did: what it is about may be forgotten by then, and it would turn into another form. */
const Kept = memo(
  ({ children }: KeptProps) => children,
  (_, { opened }) => !opened,
)

/** Work beside the page, over its right edge. Its head is no banner of the page, hence the role. */
export function SidePanel({ opened, title, onClose, children }: OverlayPageProps) {
  const say = useText()
  const end = useOverlayEnd(onClose)
  return (
    <Drawer.Root opened={opened} {...end} position='right' size='30rem'>
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header role='presentation'>
          <Drawer.Title className='overlay-title'>
            <Kept opened={opened}>{title}</Kept>
          </Drawer.Title>
          <Drawer.CloseButton aria-label={say(usual.close)} />
        </Drawer.Header>
        <Drawer.Body ref={startAtFirstField}>
          <Kept opened={opened}>{children}</Kept>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
