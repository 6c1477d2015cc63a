import { cleaned } from '../clean-text.ts'
import { keySentences } from './extract.ts'
import { keyPhrases, rankedPhrases, unlike, type Phrase } from './key-phrases.ts'
import type { TagPhrases } from './offline-hashtags.ts'
import { isTelling as isTellingWord, titlePhrases } from './title-phrases.ts'
import { splitSentences } from './sentences.ts'
import { readTopic, shortPhrase, type Topic } from './topic.ts'
import { languageOf, wordsOf, type OutputLanguage } from '../words.ts'

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
  /** The person's own, where the topic was a text: then the sentences are theirs, and not a source's. */
  ownText: string | undefined
  /** The language of the sentences; undefined where they have no letters. */
  language: OutputLanguage | undefined
  /** What it is about, in a few words: what the text repeats, else the topic itself. Best first. */
  about: string[]
  tagPhrases: TagPhrases
}

const SENTENCES_TO_CHOOSE_FROM = 30
const PHRASES_FOR_TAGS = 5
const LONGEST_ABOUT = 4 // words; a longer one is a clause
const LONGEST_TITLE = 110 // characters

/** Reads what a person gives. Takes time in proportion to its length. */
export function readMaterial({ topic: given, source, facts }: Given): Material {
  const title = cleaned(source?.title ?? '').replace(/\s+/gu, ' ')
  const sourceText = cleaned(source?.text ?? '')
  const asked = readTopic(given)
  const phrase = asked.phrase ?? readTopic(title).phrase ?? shortPhrase(sourceText)

  const ownText = sourceText === '' ? asked.text?.replaceAll(/[⟨⟩]/gu, '') : undefined
  const text = ownText ?? sourceText
  const phrases = rankedPhrases(text)
  // Two words that stand together twice may do so by chance, unless the title says that they matter.
  const repeated = unlike(phrases.filter(isTelling), PHRASES_FOR_TAGS, 2).filter(
    ({ keys, text: one, times }) => keys.length === 1 || times > 2 || ownText !== undefined || title.includes(one),
  )
  // A headline that was taken over with its source is none of the person's words.
  const isHeadline = title !== '' && (phrase === title || cleaned(given) === title)
  const isClause = phrase === undefined || ownText !== undefined || wordsOf(phrase).length > LONGEST_ABOUT
  const ownWords = isClause || isHeadline ? [] : [uncapped(phrase)]
  return {
    topic: { ...asked, phrase },
    title: title === '' || title.length > LONGEST_TITLE ? undefined : title,
    about: [...ownWords, ...repeated.filter(isOrdinary).map((each) => inSentence(each.text, text))],
    facts: splitSentences(
      cleaned(facts ?? '')
        .replaceAll(/[⟨⟩]/gu, '')
        .replace(/^[ \t•*–—-]+/gmu, ''),
    ),
    sentences: keySentences(text, SENTENCES_TO_CHOOSE_FROM, phrases),
    ownText,
    language: languageOf(text),
    tagPhrases: {
      topic: isHeadline ? [] : ownText === undefined ? keyPhrases(asked.phrase ?? '', PHRASES_FOR_TAGS) : [],
      text: [
        ...repeated
          .filter(({ keys, text: one }) => keys.length > 1 && wordsOf(one).every(isTellingWord))
          .map((each) => each.text),
        ...titlePhrases(title, text),
      ],
    },
  }
}

/** A word alone is often there by chance, and what begins with an Arabic particle is half a sentence. */
const isTelling = ({ text, keys, times }: Phrase): boolean =>
  !/^[وفبلك]\p{Script=Arabic}{4}/u.test(text) &&
  (keys.length === 2 || (keys.length === 1 && times > 3 && text.length > 4))

/** Two words that are no name: what one can ask about. */
const isOrdinary = ({ text, keys }: Phrase): boolean => keys.length === 2 && / (?!\p{Lu})/u.test(text)

/** Without the capital of a heading, where the next word has none. */
const uncapped = (phrase: string): string =>
  /^\p{Lu}\p{Ll}* \p{Ll}/u.test(phrase) ? phrase.charAt(0).toLowerCase() + phrase.slice(1) : phrase

/** Without the capital that a sentence begins with, where the text has it so, too. */
function inSentence(phrase: string, text: string): string {
  const lower = phrase.charAt(0).toLowerCase() + phrase.slice(1)
  return text.includes(` ${lower}`) ? lower : phrase
}
