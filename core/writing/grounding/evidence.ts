import type { Span } from '../../platforms/web-addresses.ts'
import { datesIn, type DateMention } from './dates.ts'
import { stemOf } from './counted-nouns.ts'
import type { Figure } from './figure.ts'
import { figuresIn } from './figures.ts'
import { peopleIn } from './people.ts'
import { quotationsIn, tokensWithin } from './quotations.ts'
import { tokensOf, withoutDirectionMarks, withoutPrefixes, type Token } from './tokens.ts'

export interface Given {
  source?: { title?: string | null; text: string; author?: string | null; siteName?: string | null } | null
  facts?: string | null
  topic?: string | null
}

export type Origin = 'source' | 'facts' | 'topic'

export type EvidenceText = ReturnType<typeof parseEvidence>

export type Evidence = readonly EvidenceText[]

/** Collects the sentences that can support claims. Runs in linear time. */
export function evidenceOf({ source, facts, topic }: Given): Evidence {
  const texts: [Origin, string | null | undefined][] = [
    ['source', source && [source.title, source.author, source.siteName, source.text].filter(Boolean).join('.\n')],
    ['facts', facts],
    ['topic', topic],
  ]
  return texts.flatMap(([origin, text]) => (text?.trim() ? [parseEvidence(origin, withoutDirectionMarks(text))] : []))
}

function parseEvidence(origin: Origin, text: string) {
  const tokens = tokensOf(text)
  const { figures, dates } = numbersIn(tokens)
  // Join quoted passages, so that a claim also matches a quotation that the source interrupts: "…", she said, "…".
  const quotations = quotationsIn(text, tokens)
  const quoted = quotations.flatMap(({ start, end }) => tokensWithin(tokens, start, end))
  const words = new Set(tokens.filter(({ kind }) => kind === 'word').map(({ key }) => key))
  // Arabic words without their prefixes: بالقاهرة, "in Cairo".
  const stems = new Set([...words].flatMap(withoutPrefixes))
  const nouns = new Set([...words].map(stemOf))
  const dateParts = new Set(dates.flatMap(({ parts }) => Object.keys(parts)))
  return {
    origin,
    text,
    tokens,
    figures,
    dates,
    dateParts,
    quotations,
    words,
    stems,
    nouns,
    people: peopleIn(text, tokens),
    placesOf: placesIn(tokens),
    ...rowOf(tokens),
    quoted: rowOf(quoted),
  }
}

/** Maps each word to its positions among the tokens. */
function placesIn(tokens: readonly Token[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, { kind, key }] of tokens.entries()) {
    if (kind !== 'word') continue
    const known = places.get(key)
    if (known) known.push(at)
    else places.set(key, [at])
  }
  return places
}

export function numbersIn(tokens: readonly Token[]): { figures: Figure[]; dates: DateMention[] } {
  const dates = datesIn(tokens)
  const dated = new Set<Token>()
  let at = 0
  for (const { start, end } of dates) {
    while ((tokens[at]?.start ?? Infinity) < start) at++
    for (; (tokens[at]?.end ?? Infinity) <= end; at++) dated.add(tokens[at] as Token)
  }
  return { dates, figures: figuresIn(tokens, (token) => dated.has(token)) }
}

/** The words and numbers of a text as keys separated by spaces, with the position of each key and its token. */
export interface Row {
  row: string
  places: { at: number; token: Token }[]
}

function rowOf(tokens: readonly Token[]): Row {
  const places: Row['places'] = []
  const keys: string[] = []
  let at = 0
  for (const token of tokens) {
    if (token.kind === 'sign') continue
    places.push({ at, token })
    keys.push(token.key)
    at += token.key.length + 1
  }
  return { row: ` ${keys.join(' ')} `, places }
}

/** A passage of the evidence that supports a claim. Offsets are in UTF-16 units. */
export interface Found {
  witness: EvidenceText
  start: number
  end: number
  /** The figures from which the claim was computed. */
  computedFrom?: Span[]
}
