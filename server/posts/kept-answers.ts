import type { Queryable } from '../db/database.ts'
import sql, { computed } from '../db/sql.ts'
import type { JsonText } from '../http/json-text.ts'

/** Of all people's answers together, in characters; who has not asked for the longest time is forgotten first. */
const MOST_LENGTH = 12 * 1024 ** 2
/** Of one person's: the lists of a day's work. */
const MOST_ANSWERS = 40

interface Kept {
  version: number
  answers: Map<string, JsonText<unknown>>
  length: number
}

/**
 * Keeps what people's lists were answered with, for as long as nothing of theirs has changed. Each process has its own,
 * and asks the database each time whether it is still so: nothing is to be told to other processes.
 */
export class KeptAnswers {
  readonly #people = new Map<string, Kept>()
  #length = 0

  /** @param question what tells answers to one person apart @param make reads the answer anew */
  async of<Value>(
    on: Queryable,
    userId: string,
    question: string,
    make: () => Promise<JsonText<Value>>,
  ): Promise<JsonText<Value>> {
    // Before the rows are read: what is kept under a version is at least as new as that, and a later one never matches it.
    const version = await versionOf(on, userId)
    const kept = this.#people.get(userId)
    const known = kept?.version === version ? kept.answers.get(question) : undefined
    if (kept && known) {
      this.#people.delete(userId)
      this.#people.set(userId, kept)
      return known as JsonText<Value>
    }
    const answer = await make()
    this.#keep(userId, version, question, answer)
    return answer
  }

  #keep(userId: string, version: number, question: string, answer: JsonText<unknown>): void {
    const former = this.#people.get(userId)
    // Somebody else has read a later one meanwhile.
    if (former && former.version > version) return
    const isSame = former?.version === version && former.answers.size < MOST_ANSWERS
    const kept = isSame ? former : { version, answers: new Map<string, JsonText<unknown>>(), length: 0 }
    if (former) this.#forget(userId, former)
    kept.length += answer.text.length - (kept.answers.get(question)?.text.length ?? 0)
    kept.answers.set(question, answer)
    this.#people.set(userId, kept)
    this.#length += kept.length
    for (const [id, oldest] of this.#people) {
      if (this.#length <= MOST_LENGTH) break
      this.#forget(id, oldest)
    }
  }

  #forget(userId: string, kept: Kept): void {
    this.#people.delete(userId)
    this.#length -= kept.length
  }
}

/** Rises with every change of what a person's lists and counts show. */
async function versionOf(on: Queryable, userId: string): Promise<number> {
  const [row] = await on.query(sql`
    select ${computed('version', 'bigint', sql`sum(version)`, 0)} from post_counts where user_id = ${userId} and quarter = '-infinity'`)
  return row?.version ?? 0
}
