import { messageOfError, useMessageText } from './error-message.ts'
import { toast } from './toast.ts'

export function useErrorText(): (error: unknown) => string {
  const messageText = useMessageText()
  return (error) => messageText(messageOfError(error))
}

export function useErrorToast(): (title: string, error: unknown) => void {
  const errorText = useErrorText()
  return (title, error) => toast({ title, description: errorText(error), isDestructive: true })
}
