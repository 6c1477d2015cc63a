import { attributionOf, inQuotes } from './attribution.ts'
import { needsPrevious } from './key-sentences.ts'
import type { Material } from './material.ts'
import { factLines, fitParts, type Head, type OfflineDraft, type OfflineTask } from './offline-draft.ts'
import { OFFLINE_TEXTS } from './offline-texts.ts'
import { canOpen, objectionIn, openingSentence, type Candidate } from './opening-sentence.ts'

const LONGEST_QUOTE = 260 // The longest sentence to quote, in characters.

/**
 * Writes about another author's text: at most two of its sentences in quotation marks, with the author's name. The user
 * writes the rest.
 */
export function quoteArticle(
  material: Material & { quoted: object },
  task: OfflineTask,
  hashtags: readonly string[],
  { facts, claim, closing }: { facts: readonly string[]; claim: string | undefined; closing: string },
): OfflineDraft | undefined {
  const { language, contentType } = task
  const texts = OFFLINE_TEXTS[language]
  const { who, work } = attributionOf(material.quoted, language)
  const quotable = material.sentences.filter(({ sentence }) => sentence.length <= LONGEST_QUOTE)
  // Start with the sentence that summarizes the text, and try others if a network has too little space.
  const lead = openingSentence(quotable, 'promotional', 0)
  const others = quotable.filter((one) => one !== lead && canOpen(one.sentence))
  const shortest = others.toSorted((a, b) => a.sentence.length - b.sentence.length).slice(0, 1)
  const firsts = lead ? [lead, ...others.slice(0, FIRSTS_TO_TRY), ...shortest] : []
  const form = who !== '' ? texts.quoting[contentType] : work !== '' ? texts.quotingTitle : texts.quotingUnknown
  const fill = (text: string, sentence = ''): string[] =>
    text
      .replace('{quote}', () => inQuotes(sentence, language))
      .replace('{who}', () => who)
      .replace('{work}', () => work)
      .split('\n\n')
  const withFacts = (lines: readonly string[]): Head[] =>
    (claim ? [[claim], []] : [[]]).map((own) => (chosen) => [...own, ...lines, ...factLines(chosen, task)])
  const tails = [[closing], []]
  for (const tail of tails)
    for (const first of firsts) {
      const opening = fill(form, first.sentence)
      const seconds = secondsAfter(first, quotable, task).map(({ sentence }) => [
        ...opening,
        ...fill(texts.secondQuote, sentence),
      ])
      const heads = [...seconds, opening].flatMap(withFacts)
      const draft = fitParts(task, hashtags, { heads, facts, tails: [tail] })
      if (draft) return draft
    }
  // If no sentence fits, at least mention the article.
  return work === '' ? undefined : fitParts(task, hashtags, { heads: withFacts(fill(texts.reference)), facts, tails })
}

/** Sentences to quote after the first one. The sentence that suits the content type comes first. */
function secondsAfter(first: Candidate, quotable: readonly Candidate[], { contentType, variant }: OfflineTask) {
  const later = quotable.filter(({ sentence, place }) => place > first.place && !needsPrevious(sentence))
  const suitable =
    (contentType === 'engagement' && variant === 0 ? objectionIn(later) : undefined) ??
    openingSentence(later, contentType === 'personal' ? 'personal' : 'educational', variant)
  return [...(suitable ? [suitable] : []), ...later.filter((one) => one !== suitable)].slice(0, SECONDS_TO_TRY)
}

const FIRSTS_TO_TRY = 6
const SECONDS_TO_TRY = 3
