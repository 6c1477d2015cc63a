import { messageOfError, useMessageText } from './error-message.ts'

/** What to tell the person of an error, in the language of the moment. */
export function useErrorText(): (error: unknown) => string {
  const say = useMessageText()
  return (error) => say(messageOfError(error))
}
