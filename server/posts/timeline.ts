import type { Language } from '#core/language.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { TimelineMoment } from '#core/posts/contract.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import { timelineOf, type MomentKind } from '#core/posts/timeline.ts'
import { uploadedShare } from '../adapters/platforms/upload-video.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { translator } from '../messages.ts'
import { failureText } from './failure-text.ts'
import { followUpFailure } from './follow-ups.ts'
import type { PostRow } from './store.ts'

const PAST_ATTEMPT = columns(
  'publish_attempts',
  'number',
  'state',
  'started_at as startedAt',
  'sent_at as sentAt',
  'finished_at as finishedAt',
  'failure',
  'steps',
  'prepared',
)

const FOLLOW_UP = columns(
  'follow_ups',
  'kind',
  'position',
  'state',
  'published_at as publishedAt',
  'next_step_at as nextStepAt',
  'failure',
)

export async function readTimeline(
  on: Queryable,
  post: PostRow,
  language: Language,
  now: Date,
): Promise<TimelineMoment[]> {
  const rows = await on.query(sql`
    select ${PAST_ATTEMPT} from publish_attempts where post_id = ${post.id} order by number`)
  const attempts = rows.map(({ prepared, ...row }) => ({ ...row, uploadedShare: uploadedShare(prepared ?? {}) }))
  const followUps = await on.query(sql`
    select ${FOLLOW_UP} from follow_ups where post_id = ${post.id} order by position`)
  const parts = followUps.filter(({ kind }) => kind === 'part')
  const counts = {
    live: parts.filter(({ state }) => state === 'published').length + (post.status === 'published' ? 1 : 0),
    total: parts.length + 1,
  }
  const t = translator(language)
  const platform = rulesOf(post.platform).name
  const timed = {
    status: post.status,
    createdAt: post.created_at,
    scheduledAt: post.scheduled_at,
    nextStepAt: post.next_step_at,
    failure: post.failure,
  }
  return timelineOf(timed, attempts, now, followUps).map(
    ({ at, what, attempt, failure, detail, until, isAhead, followUp, uploadedShare: share = 0 }) => ({
      at: at.toISOString(),
      what,
      attempt,
      title: t(`publishing.timeline.${what}`, { platform, part: followUp?.position ?? 1, total: counts.total, share }),
      text: followUp
        ? failure && followUpFailure({ ...followUp, failure }, post.platform, language, counts).message
        : failure
          ? failureText(failure, post.platform, language).message
          : explanationOf(what),
      detail,
      detailFrom: detail === null ? null : detailSource(what, failure),
      until: until?.toISOString() ?? null,
      isAhead,
    }),
  )

  function explanationOf(what: string): string | null {
    return WITH_EXPLANATION.has(what) ? t(`publishing.explained.${what}`, { platform }) : null
  }
}

/** Whether the detail of a failure is the network's message, or a connection error because no response arrived. */
function detailSource(what: MomentKind, failure: StoredFailure | null): 'network' | 'connection' {
  return what === 'answer_lost' || failure?.code === 'not_reached' ? 'connection' : 'network'
}

/** Events with a second sentence that explains them to the author. */
const WITH_EXPLANATION = new Set([
  'answer_lost',
  'called_duplicate',
  'asked_owner',
  'not_there',
  'cannot_ask',
  'owner_not_live',
  'restored',
])
