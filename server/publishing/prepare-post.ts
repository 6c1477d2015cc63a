import { createHash } from 'node:crypto'
import type { Access, OutgoingPost, Outcome, PlatformClient, Prepared } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Queryable } from '../db/database.ts'
import { DENIED, savePrepared, type Attempt } from './attempts.ts'
import { LeaseLost } from '../accounts/leases.ts'

/** Containers live a day at Meta's networks; well before that they are made anew. */
const PREPARED_LIFE_MS = 20 * 3_600_000

/** The keys under which a preparation remembers for what, with which alternative texts, and when it was made. */
const MADE_FOR = 'madeFor'
const DESCRIBED = 'described'
const MADE_AT = 'madeAt'

/**
 * Makes what must exist at the network before the post can become public, and goes on where an earlier try stopped.
 * What was made for another text, other pictures or alt texts, or another account, or too long ago, does not serve again.
 */
export async function preparePost(
  { database, clock }: { database: Queryable; clock: Clock },
  client: PlatformClient,
  attempt: Attempt,
  outgoing: OutgoingPost,
  access: Access,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  if (!client.prepare) return { ok: true, value: null }
  const { text, images } = outgoing
  const wanted = {
    [MADE_FOR]: fingerprint(access.remoteId, text, ...images.map(({ id }) => id)),
    [DESCRIBED]: fingerprint(...images.map(({ altText }) => altText)),
  }
  if (serves(client, attempt.prepared ?? {}, wanted, clock.now())) {
    if (attempt.ready_at) return { ok: true, value: null }
  } else {
    if (attempt.prepared) await client.discard?.(attempt.prepared, access, signal)
    attempt.prepared = { ...wanted, [MADE_AT]: clock.now().toISOString() }
  }
  const preparation = {
    get done() {
      return attempt.prepared ?? {}
    },
    save: (made: Prepared) => addPrepared(database, attempt, made),
  }
  const made = await client.prepare(outgoing, access, preparation, signal)
  // Nothing of this can be seen by anybody, so a lost answer only means doing it again.
  return !made.ok && made.failure.kind === 'answer-lost'
    ? { ok: false, failure: { kind: 'not-sent', detail: made.failure.detail } }
    : made
}

function serves({ publishesPrepared }: PlatformClient, prepared: Prepared, wanted: Prepared, now: Date): boolean {
  if (prepared[MADE_FOR] !== wanted[MADE_FOR]) return false
  // What may be out already is asked for by its id, however old it is: another one would be a second post.
  if (publishesPrepared && prepared[DENIED]) return true
  const madeAt = Date.parse(prepared[MADE_AT] ?? '')
  return prepared[DESCRIBED] === wanted[DESCRIBED] && now.getTime() - madeAt < PREPARED_LIFE_MS
}

const fingerprint = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Adds to what an attempt has prepared, or has learnt, and saves it, for itself and for those after it.
 * @throws LeaseLost when it has gone further in other hands
 */
export async function addPrepared(on: Queryable, attempt: Attempt, made: Prepared): Promise<void> {
  attempt.prepared = { ...attempt.prepared, ...made }
  if (!(await savePrepared(on, attempt, attempt.prepared))) throw new LeaseLost()
}
