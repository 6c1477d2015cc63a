import { createHash } from 'node:crypto'
import type { Access, OutgoingPost, Outcome, PlatformClient, Prepared } from '../adapters/platforms/platform-client.ts'
import type { Clock } from '../clock.ts'
import type { Queryable } from '../db/database.ts'
import { keepPrepared, type Attempt } from './attempts.ts'

/** Containers live a day at Meta's networks; well before that they are made anew. */
const PREPARED_LIFE_MS = 20 * 3_600_000

/** The keys under which a preparation remembers for what, and when, it was made. */
const MADE_FOR = 'madeFor'
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
  const madeFor = fingerprint(outgoing, access)
  if (!serves(attempt.prepared ?? {}, madeFor, clock.now())) {
    if (attempt.prepared) await client.discard?.(attempt.prepared, access, signal)
    attempt.prepared = { [MADE_FOR]: madeFor, [MADE_AT]: clock.now().toISOString() }
  }
  const preparation = {
    get done() {
      return attempt.prepared ?? {}
    },
    keep: (made: Prepared) => keepMade(database, attempt, made),
  }
  const made = await client.prepare(outgoing, access, preparation, signal)
  // Nothing of this can be seen by anybody, so a lost answer only means doing it again.
  return !made.ok && made.failure.kind === 'answer-lost'
    ? { ok: false, failure: { kind: 'not-sent', detail: made.failure.detail } }
    : made
}

function serves(prepared: Prepared, madeFor: string, now: Date): boolean {
  const madeAt = Date.parse(prepared[MADE_AT] ?? '')
  return prepared[MADE_FOR] === madeFor && now.getTime() - madeAt < PREPARED_LIFE_MS
}

function fingerprint({ text, images }: OutgoingPost, { remoteId }: Access): string {
  const parts = [remoteId, text, ...images.flatMap(({ id, altText }) => [id, altText])]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** Remembers what an attempt has, or knows, for itself and for those after it. */
export async function keepMade(on: Queryable, attempt: Attempt, made: Prepared): Promise<void> {
  attempt.prepared = { ...attempt.prepared, ...made }
  await keepPrepared(on, attempt, attempt.prepared)
}
