import type { Language } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Attempt, Failure } from '#core/posts/contract.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import type { z } from 'zod'
import { translator } from '../messages.ts'

/** Describes in the reader's language the failure, whether anything is public, and the next step. */
export function failureText(failure: StoredFailure, platform: Platform, language: Language): z.infer<typeof Failure> {
  const message = translator(language)(`publishing.failures.${failure.code}`, { platform: rulesOf(platform).name })
  return { code: failure.code, message, detail: failure.detail, at: failure.at }
}

/** Describes only the cause, for administrators, because only the author can take the next step. */
export const causeText = ({ code }: StoredFailure, platform: Platform, language: Language): string =>
  translator(language)(`publishing.causes.${code}`, { platform: rulesOf(platform).name })

/**
 * The outcome of an attempt to publish, in the reader's language. The text about an unknown outcome must not claim that
 * the post failed.
 */
export function attemptFailureText(
  { state, failure }: { state: z.infer<typeof Attempt>['state']; failure: StoredFailure },
  platform: Platform,
  language: Language,
): z.infer<typeof Failure> {
  if (state !== 'unknown' || failure.code === 'unconfirmed' || failure.code === 'restored')
    return failureText(failure, platform, language)
  const code = failure.code === 'duplicate' ? 'called_duplicate' : 'answer_lost'
  const message = translator(language)(`publishing.explained.${code}`, { platform: rulesOf(platform).name })
  return { code, message, detail: failure.detail, at: failure.at }
}
