import type { PublishFailure } from '#core/publishing/failure.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from './http.ts'
import { at } from './json.ts'
import type { Outcome } from './platform-client.ts'

/** Deletes a post. A post that is already deleted counts as success. */
export async function requestRemoval(
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
      // Read the error code, because Meta's HTTP statuses vary.
      const subcode = at(answer.json, 'error', 'error_subcode')
      isGone = at(answer.json, 'error', 'code') === undefined ? answer.status === 404 : subcode === 33
      return readFailure(answer)
    },
  )
  return isGone ? { ok: true, value: null } : removed
}
