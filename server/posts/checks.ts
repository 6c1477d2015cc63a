import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { PostChange } from '#core/posts/contract.ts'
import { isEditable, MOST_DRAFTS } from '#core/posts/lifecycle.ts'
import { instantOfWall, wallTimeAt } from '#core/posts/wall-time.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { ownImages } from '../media/store.ts'
import { issueOf } from '../messages.ts'
import { draftCount } from './counts.ts'
import type { PostRow } from './store.ts'
import type { ChosenTime } from './transitions/wall-time.ts'

/** A time that passed less than this ago means now: forms are filled in slowly. */
const PAST_GRACE_MS = 60_000

/** The rules that a browser knows and ours are no further apart: a country may pass over a whole day. */
const RULES_APART_MS = 24 * 3_600_000

/** The states of a post that a change is meant for, by their revisions; undefined where it is meant whatever it is. */
export type Meant = readonly number[] | undefined

/** @throws AppError changed_meanwhile when a person has changed the post since. What became of it is judged before. */
export function refuseChanged({ revision }: Pick<PostRow, 'revision'>, meant: Meant): void {
  if (meant && !meant.includes(revision)) throw new AppError('changed_meanwhile')
}

/** @throws AppError when its owner cannot change it any more, before anything else is said about what they want */
export function refuseUneditable({ status }: Pick<PostRow, 'status'>): void {
  if (!isEditable(status)) throw new AppError(status === 'published' ? 'already_published' : 'already_publishing')
}

/**
 * The time that somebody gave a post, with the clock that it was chosen on, where they say which.
 * @throws AppError time_in_past, validation_failed where there is none, or where that clock shows quite another time
 */
export function timeFrom(
  given: Pick<PostChange, 'scheduledAt' | 'timeZone' | 'wallTime'>,
  now: Date,
  language: Language,
): ChosenTime {
  const { scheduledAt, timeZone, wallTime } = given
  if (!scheduledAt) throw invalid('scheduledAt', 'required', language)
  const at = new Date(scheduledAt)
  if (at.getTime() < now.getTime() - PAST_GRACE_MS) throw new AppError('time_in_past')
  if (!timeZone) return { at, wall: null }
  const wall = wallTime ? { wallTime, timeZone } : wallTimeAt(at, timeZone)
  const shown = instantOfWall(wall, at)
  if (!shown || Math.abs(shown.getTime() - at.getTime()) > RULES_APART_MS) throw invalid('wallTime', 'date', language)
  return { at, wall }
}

/**
 * @param hold keeps the pictures from being taken away until the transaction ends
 * @throws AppError validation_failed
 */
export async function refuseUnknownImages(
  on: Queryable,
  ids: string[],
  { userId, language }: { userId: string; language: Language },
  hold = false,
): Promise<void> {
  const found = await ownImages(on, ids, userId, hold)
  // A picture that is named twice counts once.
  if (new Set(found).size !== ids.length) throw invalid('media.images', 'unknown_image', language)
}

/** @throws AppError not_found, also for another person's account or one of another network */
export async function ownAccountId(on: Queryable, userId: string, platform: Platform, id: string): Promise<string> {
  const [row] = await on.query(
    sql`select ${columns('social_accounts', 'id')} from social_accounts where id = ${id} and user_id = ${userId} and platform = ${platform}`,
  )
  if (!row) throw new AppError('not_found')
  return row.id
}

export function notConnected(platform: Platform): AppError {
  // X's API, and the people who wrote against it, still say Twitter here.
  return new AppError('account_not_connected', {
    values: { platform: platform === 'twitter' ? 'Twitter' : rulesOf(platform).name },
  })
}

export function invalid(path: string, text: string, language: Language): AppError {
  return new AppError('validation_failed', {
    issues: [issueOf(language, path, text)],
  })
}

/** Taking a post off the calendar is never refused for it: only what is new is. @throws AppError too_many_drafts */
export async function refuseTooManyDrafts(on: Queryable, userId: string, added = 1): Promise<void> {
  if ((await draftCount(on, userId)) + added > MOST_DRAFTS)
    throw new AppError('too_many_drafts', { values: { limit: MOST_DRAFTS } })
}
