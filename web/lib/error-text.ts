import { messageOfError, useMessageText } from './error-message.ts'

/** Text of an error in the current language. */
export function useErrorText(): (error: unknown) => string {
  const messageText = useMessageText()
  return (error) => messageText(messageOfError(error))
}
