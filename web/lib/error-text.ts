import { messageOfError, useMessageText } from './error-message.ts'

export function useErrorText(): (error: unknown) => string {
  const messageText = useMessageText()
  return (error) => messageText(messageOfError(error))
}
