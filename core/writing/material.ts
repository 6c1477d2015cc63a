import { cleanText } from '../clean-text.ts'
import { keySentences } from './key-sentences.ts'
import { keyPhrases, rankedPhrases, distinctPhrases, type Phrase } from './key-phrases.ts'
import { isMeaningfulWord, titlePhrases } from './title-phrases.ts'
import { splitSentences } from './sentences.ts'
import { readTopic, shortPhrase } from './topic.ts'
import { languageOf, wordsOf } from '../words.ts'

export type Given = {
  topic: string
  source?: { title?: string; text: string }
  /** The user's own facts, one per line. The draft uses them verbatim. */
  facts?: string
}

export type Material = ReturnType<typeof readMaterial>

const SENTENCES_TO_CHOOSE_FROM = 30
const PHRASES_FOR_TAGS = 5
const LONGEST_ABOUT = 4 // Words. Longer phrases are clauses.
const LONGEST_TITLE = 110 // Characters.

/** Reads topic, source and facts into the parts that the offline writer uses. Takes linear time. */
export function readMaterial({ topic: given, source, facts }: Given) {
  const title = cleanText(source?.title ?? '').replace(/\s+/gu, ' ')
  const sourceText = cleanText(source?.text ?? '')
  const asked = readTopic(given)
  const phrase = asked.phrase ?? readTopic(title).phrase ?? shortPhrase(sourceText)

  const ownText = sourceText === '' ? asked.text?.replaceAll(/[⟨⟩]/gu, '') : undefined
  const text = ownText ?? sourceText
  const phrases = rankedPhrases(text)
  // A pair of words may repeat by chance. So a pair must occur three times in the text, or also in the title.
  const repeated = distinctPhrases(phrases.filter(isMeaningful), PHRASES_FOR_TAGS, 2).filter(
    ({ keys, text: one, times }) => keys.length === 1 || times > 2 || ownText !== undefined || title.includes(one),
  )
  // A topic equal to the source's headline is not the user's own text.
  const isHeadline = title !== '' && (phrase === title || cleanText(given) === title)
  const isClause = phrase === undefined || ownText !== undefined || wordsOf(phrase).length > LONGEST_ABOUT
  const ownFacts = cleanText(facts ?? '').replaceAll(/[⟨⟩]/gu, '')
  const ownWords = isClause || isHeadline ? [] : [uncapped(phrase)]
  return {
    topic: { ...asked, phrase },
    title: title === '' || title.length > LONGEST_TITLE ? undefined : title,
    /** The subjects of the post in a few words, best first: the topic if it is short, then repeated phrases. */
    about: [...ownWords, ...repeated.filter(isOrdinary).map((each) => inSentence(each.text, text))],
    facts: splitSentences(ownFacts.replace(/^[ \t•*–—-]+/gmu, '')),
    sentences: keySentences(text, SENTENCES_TO_CHOOSE_FROM, phrases),
    /** The user's own text, if the topic is a whole text. The draft's sentences then come from it. */
    ownText,
    language: languageOf(text),
    tagPhrases: {
      topic: isHeadline ? [] : ownText === undefined ? keyPhrases(asked.phrase ?? '', PHRASES_FOR_TAGS) : [],
      text: [
        ...repeated
          .filter(({ keys, text: one }) => keys.length > 1 && wordsOf(one).every(isMeaningfulWord))
          .map((each) => each.text),
        ...titlePhrases(title, text),
      ],
    },
  }
}

/**
 * Whether a phrase says something about the text. Single words must occur four times, because words often repeat by
 * chance. Excludes Arabic phrases with a prefix such as "and" or "for", which read like half a sentence.
 */
const isMeaningful = ({ text, keys, times }: Phrase): boolean =>
  !/^[وفبلك]\p{Script=Arabic}{4}/u.test(text) &&
  (keys.length === 2 || (keys.length === 1 && times > 3 && text.length > 4))

const isOrdinary = ({ text, keys }: Phrase): boolean => keys.length === 2 && / (?!\p{Lu})/u.test(text)

/** Changes a heading's first letter to lower case if the next word is in lower case. */
const uncapped = (phrase: string): string =>
  /^\p{Lu}\p{Ll}* \p{Ll}/u.test(phrase) ? phrase.charAt(0).toLowerCase() + phrase.slice(1) : phrase

/** Changes the first letter of a phrase to lower case if the text also contains that form. */
function inSentence(phrase: string, text: string): string {
  const lower = phrase.charAt(0).toLowerCase() + phrase.slice(1)
  return text.includes(` ${lower}`) ? lower : phrase
}
