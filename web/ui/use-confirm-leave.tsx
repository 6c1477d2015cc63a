import { useState, type ReactNode } from 'react'
import { Alert } from './dialog.tsx'

/**
 * Asks before the user leaves unsaved text.
 * @param isSafe whether nothing would be lost
 * @param stay label of the button that stays, if not "Cancel"
 */
export function useConfirmLeave(
  isSafe: boolean,
  onLeave: () => void,
  { title, text, leave, stay }: { title: string; text: string; leave: string; stay?: string },
): { leave: () => void; question: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  return {
    leave: () => (isSafe ? onLeave() : setIsOpen(true)),
    question: isOpen && (
      <Alert
        title={title}
        description={text}
        confirmLabel={leave}
        cancelLabel={stay}
        isDestructive
        onConfirm={onLeave}
        onClose={() => setIsOpen(false)}
      />
    ),
  }
}
