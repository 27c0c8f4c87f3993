import { useSession } from '../console-context.ts'

const nothing = (): void => undefined

/**
 * What ends an overlay. Mantine's close at Escape wherever it was pressed: one below "Sign in again" would go with all that was typed
 * there. Without `onClose` nothing does but what is in it.
 */
export function useOverlayEnd(onClose: (() => void) | undefined) {
  const { ended } = useSession()
  return {
    onClose: onClose ?? nothing,
    closeOnEscape: onClose !== undefined && ended !== 'expired',
    closeOnClickOutside: onClose !== undefined,
  }
}
