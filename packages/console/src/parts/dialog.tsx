import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

export interface OverlayPageProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A question in the middle of the page. Its head is no banner of the page, hence the role. */
export function Dialog({ opened, title, onClose, children }: OverlayPageProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role='presentation'>
          <Modal.Title className='overlay-title'>{title}</Modal.Title>
          <Modal.CloseButton aria-label='Close' />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
