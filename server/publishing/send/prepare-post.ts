import { createHash } from 'node:crypto'
import { toWebVtt } from '#core/video/captions.ts'
import { LeaseLost } from '../../accounts/leases.ts'
import {
  DENIED,
  type Access,
  type OutgoingPost,
  type OutgoingVideo,
  type Outcome,
  type PlatformClient,
  type Prepared,
} from '../../adapters/platforms/platform-client.ts'
import type { Queryable } from '../../db/database.ts'
import { isWithdrawn, savePrepared, type Attempt } from './attempts.ts'
import { buildOutgoingPost } from './outgoing-post.ts'
import { accessFor, NOT_SENT, retryWithRenewedAccess, type PublishJob } from './publish-job.ts'

type PreparedPost = { access: Access; outgoing: OutgoingPost }

/** Does everything possible before the post is due: gets access, and creates what its network needs. */
export async function preparePost(job: PublishJob): Promise<Outcome<PreparedPost>> {
  const access = await accessFor(job)
  if (!access.ok) return access
  return await retryWithRenewedAccess(job, access.value, () => preparePostWith(job, access.value))
}

export async function preparePostWith(job: PublishJob, access: Access): Promise<Outcome<PreparedPost>> {
  const { post, attempt } = job
  const outgoing = await buildOutgoingPost(job, post, attempt.text, dueInMs(job))
  if (!outgoing.ok) return outgoing
  try {
    const prepared = await prepareAtNetwork(job, outgoing.value, access)
    return prepared.ok ? { ok: true, value: { access, outgoing: outgoing.value } } : prepared
  } catch (error) {
    if (!(error instanceof LeaseLost) || !(await isWithdrawn(job.database, attempt))) throw error
    // The author withdrew the post during the upload, so delete the upload from the network.
    await discardWithdrawn(job, access)
    // Frogy caused this failure, not the network, so the account's other posts must not wait.
    return { ok: false, failure: { ...NOT_SENT, because: 'own_fault' } }
  }
}

export const dueInMs = ({ clock, post }: PublishJob): number =>
  (post.next_step_at?.getTime() ?? 0) - clock.now().getTime()

/** Deletes uploads at the network for a post that its author has withdrawn. */
export async function discardWithdrawn({ database, client, attempt }: PublishJob, access: Access): Promise<void> {
  if (!attempt.prepared || !(await isWithdrawn(database, attempt))) return
  await client.discard?.(attempt.prepared, access, AbortSignal.timeout(DISCARD_WITHIN_MS))
}

const DISCARD_WITHIN_MS = 5_000

/** After this time, Frogy uploads again, because Meta deletes uploads of unpublished posts after a day. */
const PREPARED_LIFE_MS = 20 * 3_600_000

/** Keys of a prepared post's data: fingerprints of the content and of the alt texts, and the time of the upload. */
const MADE_FOR = 'madeFor'
const DESCRIBED = 'described'
const MADE_AT = 'madeAt'
/** Fingerprint of the video or document. Keys of its upload begin with `video` too. */
const VIDEO_OF = 'videoOf'

async function prepareAtNetwork(
  { database, clock, client, attempt, signal }: PublishJob,
  outgoing: OutgoingPost,
  access: Access,
): Promise<Outcome<null>> {
  if (!client.prepare) return { ok: true, value: null }
  const { text } = outgoing
  const file = outgoing.video ?? outgoing.document
  const media = file ? [file] : outgoing.images
  const choices = outgoing.options ? [JSON.stringify(outgoing.options)] : []
  const extras = outgoing.video ? extrasOf(outgoing.video) : []
  const wanted = {
    // Include the post's options. The upload contains the idempotency key, and other options need another key.
    [MADE_FOR]: fingerprint(access.remoteId, text, ...media.map(({ id }) => id), ...choices),
    [DESCRIBED]: fingerprint(...media.map(({ altText }) => altText), ...extras),
    ...(file && { [VIDEO_OF]: fingerprint(access.remoteId, file.id, file.altText, ...extras) }),
  }
  if (isReusable(client, attempt.prepared ?? {}, wanted, clock.now())) {
    if (attempt.ready_at) return { ok: true, value: null }
  } else {
    if (attempt.prepared) await client.discard?.(attempt.prepared, access, signal)
    attempt.prepared = {
      [MADE_AT]: clock.now().toISOString(),
      ...keptVideo(attempt.prepared, wanted, clock.now()),
      ...wanted,
    }
  }
  const preparation = {
    get done() {
      return attempt.prepared ?? {}
    },
    save: (made: Prepared) => addPrepared(database, attempt, made),
  }
  const made = await client.prepare(outgoing, access, preparation, signal)
  // Preparing makes nothing public, so a retry is safe even after a lost response.
  return !made.ok && made.failure.kind === 'answer-lost'
    ? { ok: false, failure: { kind: 'not-sent', detail: made.failure.detail } }
    : made
}

/** Keeps the upload of an unchanged video or document, because a changed text must not upload it again. */
function keptVideo(prepared: Prepared | null, wanted: Prepared, now: Date): Prepared {
  const isSame = prepared?.[VIDEO_OF] !== undefined && prepared[VIDEO_OF] === wanted[VIDEO_OF]
  if (!prepared || !isSame || !isFresh(prepared, now)) return {}
  return Object.fromEntries(Object.entries(prepared).filter(([key]) => key === MADE_AT || key.startsWith('video')))
}

function isReusable({ publishesPrepared }: PlatformClient, prepared: Prepared, wanted: Prepared, now: Date): boolean {
  if (prepared[MADE_FOR] !== wanted[MADE_FOR]) return false
  // The upload may be public already: reuse it at any age, because publishing a new one would create a second post.
  if (publishesPrepared && prepared[DENIED]) return true
  return prepared[DESCRIBED] === wanted[DESCRIBED] && isFresh(prepared, now)
}

/** The cover and captions, which networks get with the upload of the video. */
const extrasOf = ({ cover, captions }: OutgoingVideo): string[] => [
  ...(cover ? [String(cover.atMs), Buffer.from(cover.picture).toString('base64')] : []),
  ...(captions ? [captions.language, toWebVtt(captions.list)] : []),
]

const isFresh = (prepared: Prepared, now: Date): boolean =>
  now.getTime() - Date.parse(prepared[MADE_AT] ?? '') < PREPARED_LIFE_MS

const fingerprint = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Saves what was uploaded to the network, for later attempts. @throws LeaseLost if another worker has changed the
 * attempt's state
 */
export async function addPrepared(on: Queryable, attempt: Attempt, made: Prepared): Promise<void> {
  attempt.prepared = { ...attempt.prepared, ...made }
  if (!(await savePrepared(on, attempt, attempt.prepared))) throw new LeaseLost()
}
