import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'

export interface OverlayPageProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A question in the middle of the page. Its head is no banner of the page, hence the role. */
export function Dialog({ opened, title, onClose, children }: OverlayPageProps) {
  const say = useText()
  return (
    <Modal.Root opened={opened} onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role='presentation'>
          <Modal.Title className='overlay-title'>{title}</Modal.Title>
          <Modal.CloseButton aria-label={say(usual.close)} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
