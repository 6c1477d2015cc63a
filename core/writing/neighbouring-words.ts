import { wordKey } from '../words.ts'

/** A word with its neighbours. A neighbour is empty if punctuation or the end of the text separates it. */
export interface Word {
  text: string
  key: string
  before: string
  after: string
}

export interface PhraseText {
  /** The words of a topic or title. */
  named: readonly Word[]
  body: readonly Word[]
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’&-][\p{L}\p{M}\p{N}]+)*/gu

export function wordsWithNeighbours(text: string): Word[] {
  const words: Word[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const previous = words.at(-1)
    const isNext =
      previous !== undefined && /^\s+$/u.test(text.slice(end, index)) && !text.slice(end, index).includes('\n')
    const key = wordKey(word)
    if (isNext) previous.after = key
    words.push({ text: word, key, before: isNext ? previous.key : '', after: '' })
    end = index + word.length
  }
  return words
}
