import type { PublishFailure } from '#core/publishing/failure.ts'
import { isMissing, readId } from './graph.ts'
import { ask, type PlatformAnswer } from './http.ts'
import { knownListAt, textAt } from './json.ts'
import { failedLookUp } from './list-since-sent.ts'
import { bearer } from './oauth.ts'
import type { PlatformClient } from './platform-client.ts'
import { sameText } from './same-text.ts'

/** Comments on a Page's or a professional account's own posts, by Meta's Graph API. */
export function graphComments(
  api: string,
  /** The field with a listed comment's text. */
  textName: 'message' | 'text',
  readFailure: (answer: PlatformAnswer) => PublishFailure,
  now: () => Date,
): Required<Pick<PlatformClient, 'comment' | 'findComment'>> {
  return {
    async comment(remoteId, text, access, { mayBegin, signal }) {
      let isUnknownPost = false
      const url = `${api}/${remoteId}/comments`
      const commented = await ask(
        { method: 'POST', url, headers: bearer(access), form: { message: text }, mayBegin },
        signal,
        readId,
        (answer) => {
          isUnknownPost = isMissing(answer)
          return readFailure(answer)
        },
      )
      if (commented.ok) return { ok: true, value: { remoteId: commented.value, permalink: null } }
      // Meta may not accept comments in the first seconds after a post, because it does not yet find the post.
      if (isUnknownPost)
        return { ok: false, failure: { kind: 'not-ready', until: now(), detail: commented.failure.detail } }
      return commented
    },

    async findComment(remoteId, text, access, { known }, signal) {
      const url = `${api}/${remoteId}/comments?filter=stream&limit=100&fields=id,${textName}`
      const listed = await ask(
        { method: 'GET', url, headers: bearer(access) },
        signal,
        ({ json }) => knownListAt(json, 'data'),
        readFailure,
      )
      if (!listed.ok) return failedLookUp(listed.failure)
      const found = listed.value.find(
        (one) => !known.has(textAt(one, 'id') ?? '') && sameText(textAt(one, textName) ?? '', text),
      )
      return found === undefined
        ? { found: 'nothing' }
        : { found: 'post', remoteId: textAt(found, 'id') ?? null, permalink: null }
    },
  }
}
