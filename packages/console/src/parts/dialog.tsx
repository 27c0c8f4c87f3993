import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { useOverlayEnd } from './overlay-end.ts'

export interface OverlayPageProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

type DialogProps = Omit<OverlayPageProps, 'onClose'> & Partial<Pick<OverlayPageProps, 'onClose'>>

/** A question in the middle of the page; without `onClose` it has to be answered. Its head is no banner of the page, hence the role. */
export function Dialog({ opened, title, onClose, children }: DialogProps) {
  const say = useText()
  const end = useOverlayEnd(onClose)
  return (
    <Modal.Root opened={opened} {...end} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role='presentation'>
          <Modal.Title className='overlay-title'>{title}</Modal.Title>
          {onClose && <Modal.CloseButton aria-label={say(usual.close)} />}
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
