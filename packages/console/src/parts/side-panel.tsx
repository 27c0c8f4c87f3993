import { Drawer } from '@mantine/core'
import type { OverlayPageProps } from './dialog.tsx'

/** Work beside the page, over its right edge. Its head is no banner of the page, hence the role. */
export function SidePanel({ opened, title, onClose, children }: OverlayPageProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} position='right' size='30rem'>
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header role='presentation'>
          <Drawer.Title className='overlay-title'>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label='Close' />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
