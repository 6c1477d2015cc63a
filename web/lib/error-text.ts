import { saidOf, useSay } from './said.ts'

/** What to tell the person of an error, in the language of the moment. */
export function useErrorText(): (error: unknown) => string {
  const say = useSay()
  return (error) => say(saidOf(error))
}
