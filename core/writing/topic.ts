import { cleanText } from '../clean-text.ts'
import { trimTrailingPunctuation } from '../cut-text.ts'
import { graphemeStart } from '../platforms/graphemes.ts'
import { keyPhrases } from './key-phrases.ts'
import { wordsOf } from '../words.ts'

type Topic = {
  /** The topic if it is short, else its main phrase. Undefined without words, for example if it is only emoji. */
  phrase: string | undefined
  /** The user's own text, if the topic is longer than a title. */
  text: string | undefined
  /** The emoji of a topic without words. The post starts with them. */
  emoji: string
}

/** The maximum length of a phrase in characters. A longer one would fill a post on X. */
const LONGEST_PHRASE = 60

export function readTopic(given: string): Topic {
  const topic = withoutOrder(cleanText(given))
  if (!/[\p{L}\p{N}]/u.test(topic)) return { phrase: undefined, text: undefined, emoji: emojiOf(topic) }
  const title = trimTrailingPunctuation(topic)
  if (title.length <= LONGEST_PHRASE && !title.includes('\n')) return { phrase: title, text: undefined, emoji: '' }
  return { phrase: shortPhrase(topic), text: topic, emoji: '' }
}

export function shortPhrase(text: string): string | undefined {
  const phrase = keyPhrases(text, 1)[0] ?? wordsOf(text)[0]
  return phrase === undefined ? undefined : phrase.slice(0, graphemeStart(phrase, LONGEST_PHRASE)).trim()
}

// Commands that precede the topic: "Write a post about X" is about X.
const ORDERS = [
  /^(?:please\s+)?(?:can you\s+)?(?:write|create|generate|draft|make)\s+(?:me\s+)?(?:an?\s+|the\s+)?(?:[\p{L}]+\s+){0,3}?(?:post|tweet|caption|thread|article)s?\s+(?:about|on|for)\s+/iu,
  /^(?:من فضلك\s+)?(?:اكتب|أكتب|اكتبي|أنشئ|أعد)\s+(?:لي\s+)?(?:منشور|منشوراً|منشورا|منشورًا|تغريدة|بوست|مقال|مقالاً)\s+(?:[\p{L}\p{M}]+\s+){0,2}?(?:عن|حول)\s+/u,
]

function withoutOrder(topic: string): string {
  for (const order of ORDERS) {
    const rest = topic.replace(order, '')
    if (rest !== topic && /\p{L}/u.test(rest)) return rest
  }
  return topic
}

function emojiOf(topic: string): string {
  const shown = topic.replace(/(?!\u200D|\uFE0F)[^\p{Extended_Pictographic}\p{RI}\p{EMod}]/gu, '')
  return shown.slice(0, graphemeStart(shown, 12))
}
