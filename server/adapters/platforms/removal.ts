import type { PublishFailure } from '#core/publishing/failure.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at } from './json.ts'
import type { Outcome } from './platform-client.ts'

/** Asks for a removal. What is gone already is removed. */
export async function askRemoval(
  request: PlatformRequest,
  signal: AbortSignal,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
): Promise<Outcome<null>> {
  let isGone = false
  const removed = await ask(
    request,
    signal,
    () => null,
    (answer) => {
      // Meta's statuses vary: there a number tells.
      const subcode = at(answer.json, 'error', 'error_subcode')
      isGone = at(answer.json, 'error', 'code') === undefined ? answer.status === 404 : subcode === 33
      return readFailure(answer)
    },
  )
  return isGone ? { ok: true, value: null } : removed
}
