import type { JsonText } from '../http/json-text.ts'

/** Of all people's answers together, in bytes; who has not asked for the longest time is forgotten first. */
const MOST_LENGTH = 24 * 1024 ** 2
/** Of one person's: the lists of a day's work. */
const MOST_ANSWERS = 40

interface Cached {
  version: number
  answers: Map<string, JsonText<unknown>>
  length: number
}

/**
 * Caches what people's lists were answered with, for as long as nothing of theirs has changed. Each process has its own,
 * and the version comes from the database each time, with the session: nothing is to be told to other processes.
 */
export class AnswerCache {
  readonly #people = new Map<string, Cached>()
  #length = 0

  /**
   * @param version of the person's posts, read before them: what is kept under one is at least as new, and a later one
   * never matches it. Null where it was not read: then nothing is kept.
   * @param question what tells answers to one person apart
   * @param make reads the answer anew
   */
  async of<Value>(
    userId: string,
    version: number | null,
    question: string,
    make: () => Promise<JsonText<Value>>,
  ): Promise<JsonText<Value>> {
    if (version === null) return await make()
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
    kept.length += answer.bytes.length - (kept.answers.get(question)?.bytes.length ?? 0)
    kept.answers.set(question, answer)
    this.#people.set(userId, kept)
    this.#length += kept.length
    for (const [id, oldest] of this.#people) {
      if (this.#length <= MOST_LENGTH) break
      this.#forget(id, oldest)
    }
  }

  #forget(userId: string, kept: Cached): void {
    this.#people.delete(userId)
    this.#length -= kept.length
  }
}
