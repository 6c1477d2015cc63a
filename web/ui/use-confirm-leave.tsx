import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Alert } from './dialog.tsx'

/**
 * For what must not be closed in passing.
 * @param isSafe whether nothing would be lost
 * @param stay what stays where that is said in words of its own
 * @returns what leaves, or asks first, and the question in which it asks
 */
export function useConfirmLeave(
  isSafe: boolean,
  onLeave: () => void,
  { title, text, leave, stay }: { title: string; text: string; leave: string; stay?: string },
): { leave: () => void; question: ReactNode } {
  const app = useTranslations('app')
  const [isAsked, setIsAsked] = useState(false)
  return {
    leave: () => (isSafe ? onLeave() : setIsAsked(true)),
    question: isAsked && (
      <Alert
        title={title}
        description={text}
        confirmLabel={leave}
        cancelLabel={stay ?? app('cancel')}
        isDestructive
        onConfirm={onLeave}
        onClose={() => setIsAsked(false)}
      />
    ),
  }
}
