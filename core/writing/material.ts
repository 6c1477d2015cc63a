import { cleanText } from '../clean-text.ts'
import type { Publication } from './attribution.ts'
import { keySentences } from './key-sentences.ts'
import { rankedPhrases } from './key-phrases.ts'
import { offlineHashtags } from './offline-hashtags.ts'
import { splitSentences } from './sentences.ts'
import { readTopic, shortPhrase } from './topic.ts'
import { languageOf, wordsOf } from '../words.ts'

export type Given = {
  topic: string
  /** `isOwn` is false if another author wrote the source. Drafts then only quote from it. */
  source?: Publication & { text: string; isOwn?: boolean }
  /** The user's own facts, one per line. The draft uses them verbatim. */
  facts?: string
}

export type Material = ReturnType<typeof readMaterial>

const SENTENCES_TO_CHOOSE_FROM = 30
/** The maximum number of words of a name. A longer topic is a statement. */
export const LONGEST_NAME = 4
const LONGEST_CLAIM = 200 // The longest topic that counts as a statement, in characters.
const LONGEST_TITLE = 110 // The longest title that a draft shows, in characters.

/**
 * Splits topic, source and facts into the parts from which Frogy writes drafts without a model. Runs in linear time.
 */
export function readMaterial({ topic: given, source, facts }: Given) {
  const title = cleanText(source?.title ?? '').replace(/\s+/gu, ' ')
  const sourceText = cleanText(source?.text ?? '')
  const asked = readTopic(given)
  const phrase = asked.phrase ?? readTopic(title).phrase ?? shortPhrase(sourceText)

  const ownText = sourceText === '' ? asked.text?.replaceAll(/[⟨⟩]/gu, '') : undefined
  const text = ownText ?? sourceText
  const phrases = rankedPhrases(text)
  // A topic equal to the source's headline is not the user's own text.
  const isHeadline = title !== '' && (phrase === title || cleanText(given) === title)
  const ownFacts = cleanText(facts ?? '').replaceAll(/[⟨⟩]/gu, '')
  const shownTitle = title.length > LONGEST_TITLE ? '' : title
  return {
    topic: { ...asked, phrase },
    /** The topic, if it is a statement. A topic of a few words only names a subject. */
    claim: isHeadline ? undefined : claimOf(asked.text ?? asked.phrase),
    /** The source, if another author wrote it. */
    quoted: source?.isOwn === false && sourceText !== '' ? { ...source, title: shownTitle } : undefined,
    facts: splitSentences(ownFacts.replace(/^[ \t•*–—-]+/gmu, '')),
    sentences: keySentences(text, SENTENCES_TO_CHOOSE_FROM, phrases),
    /** The user's own text, if the topic is a whole text. The draft then uses its sentences. */
    ownText,
    language: languageOf(text),
    hashtags: offlineHashtags({
      topic: isHeadline || ownText !== undefined ? '' : (asked.phrase ?? ''),
      title,
      text,
    }),
  }
}

const claimOf = (topic: string | undefined): string | undefined =>
  topic !== undefined && topic.length <= LONGEST_CLAIM && wordsOf(topic).length > LONGEST_NAME ? topic : undefined
