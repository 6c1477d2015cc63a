import { cleaned } from '../clean-text.ts'
import { keySentences } from './extract.ts'
import { keyPhrases, rankedPhrases, unlike } from './key-phrases.ts'
import type { TagPhrases } from './offline-hashtags.ts'
import { splitSentences } from './sentences.ts'
import { readTopic, shortPhrase, type Topic } from './topic.ts'
import { languageOf, type OutputLanguage } from './words.ts'

/** What a person gives to write from. */
export type Given = {
  topic: string
  source?: { title?: string; text: string }
  /** The person's own facts, one a line. They go into the post as they are. */
  facts?: string
}

/** What was given, read: the same for every network and language. */
export type Material = {
  topic: Topic
  title: string | undefined
  facts: string[]
  /** Best first, with their place in the text that they come from. */
  sentences: { sentence: string; place: number }[]
  /** The sentences are the person's own, from a long topic, and not a source's. */
  isOwnText: boolean
  /** The language of the sentences; undefined where they have no letters. */
  language: OutputLanguage | undefined
  tagPhrases: TagPhrases
}

const SENTENCES_TO_CHOOSE_FROM = 12
const PHRASES_FOR_TAGS = 5
const LONGEST_TITLE = 110 // characters

/** Reads what a person gives. Takes time in proportion to its length. */
export function readMaterial({ topic: given, source, facts }: Given): Material {
  const title = cleaned(source?.title ?? '').replace(/\s+/gu, ' ')
  const sourceText = cleaned(source?.text ?? '')
  const asked = readTopic(given)
  const phrase = asked.phrase ?? readTopic(title).phrase ?? shortPhrase(sourceText)

  const isOwnText = sourceText === ''
  const text = isOwnText ? (asked.text ?? '') : sourceText
  const phrases = rankedPhrases(text)
  return {
    topic: { ...asked, phrase },
    title: title === '' || title === phrase || title.length > LONGEST_TITLE ? undefined : title,
    facts: splitSentences(cleaned(facts ?? '').replace(/^[ \t•*–—-]+/gmu, '')),
    sentences: keySentences(text, SENTENCES_TO_CHOOSE_FROM, phrases),
    isOwnText,
    language: languageOf(text),
    tagPhrases: {
      // A long topic is the person's own text.
      topic: asked.text === undefined ? keyPhrases(asked.phrase ?? '', PHRASES_FOR_TAGS) : [],
      text: unlike(phrases, PHRASES_FOR_TAGS, 2).map((each) => each.text),
      title: keyPhrases(title, PHRASES_FOR_TAGS),
    },
  }
}
