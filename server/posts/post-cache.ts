import type { Language } from '#core/language.ts'

/** Of all posts in one language together, in characters. */
const MOST_LENGTH = 8 * 1024 ** 2

/**
 * Posts as they stand in lists, each by its version, for who asks another question about posts that stay the same. Once
 * they are too many, all are forgotten: those that are still asked for are soon there again.
 */
export class PostCache {
  readonly #posts: Record<Language, Map<string, string>> = { en: new Map(), ar: new Map() }
  readonly #lengths: Record<Language, number> = { en: 0, ar: 0 }

  /** @param version what tells it from other posts and from itself before it was changed */
  get(language: Language, version: string): string | undefined {
    return this.#posts[language].get(version)
  }

  set(language: Language, version: string, json: string): void {
    if (this.#lengths[language] > MOST_LENGTH) {
      this.#posts[language].clear()
      this.#lengths[language] = 0
    }
    this.#lengths[language] += version.length + json.length
    this.#posts[language].set(version, inOnePiece(json))
  }
}

/** A text that was put together is kept as its parts, from which each list would be put together anew at ten times the cost. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()
