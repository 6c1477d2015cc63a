import { wordSet } from '../word-lists.ts'

/**
 * Splits a text into sentences, verbatim except for repeated spaces. Headings, list items and navigation lines also
 * become sentences.
 */
export function splitSentences(text: string): string[] {
  return paragraphs(text).flatMap(sentencesOf)
}

const LONG_LINE = 60

/**
 * Joins lines into paragraphs. A line break ends a paragraph, unless the line is long and the next one continues its
 * sentence.
 */
function paragraphs(text: string): string[] {
  const found: string[] = []
  let open: string[] = []
  let length = 0
  const close = () => {
    if (length > 0) found.push(open.join(' '))
  }
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/u).map((each) => each.replace(/\s+/gu, ' ').trim())) {
    const goesOn = length > LONG_LINE && line !== '' && !isClosed(open.at(-1) ?? '')
    if (goesOn && /^[\p{Ll}\p{Lo}\p{N}("“«]/u.test(line)) {
      open.push(line)
      length += 1 + line.length
    } else {
      close()
      open = [line]
      length = line.length
    }
  }
  close()
  return found
}

function isClosed(line: string): boolean {
  let end = line.length
  while (end > 0 && '"”»’)]'.includes(line.charAt(end - 1))) end--
  return /[.!?؟…:]/u.test(line.charAt(end - 1))
}

// Match only from the first punctuation mark of a run, because a run of thousands would take minutes. A full stop
// inside 3.5 never matches, because no space follows.
const POSSIBLE_END = /(?<![.!?؟…۔])[.!?؟…۔]+["”»’)\]]*(?=\s)/gu

function sentencesOf(paragraph: string): string[] {
  const ends = [0, ...sentenceEnds(paragraph), paragraph.length]
  return ends
    .slice(1)
    .map((end, at) => paragraph.slice(ends[at], end).trim())
    .filter((sentence) => sentence !== '')
}

/** UTF-16 offsets where one sentence ends and another starts. Repeated punctuation belongs to the earlier sentence. */
export function sentenceEnds(paragraph: string): number[] {
  const ends: number[] = []
  let start = 0
  for (const { 0: match, index } of paragraph.matchAll(POSSIBLE_END)) {
    const end = index + match.length
    const isStop = match.startsWith('.') && !match.startsWith('..')
    if (isStop && isAbbreviation(paragraph.slice(Math.max(start, index - LONGEST_ABBREVIATION), index))) continue
    // A lower-case letter after "…" or a quoted question continues the sentence.
    if (/^\s\p{Ll}/u.test(paragraph.slice(end, end + 3))) continue
    ends.push(end)
    start = end
  }
  return ends
}

const ABBREVIATIONS = wordSet(`mr mrs ms dr prof sr jr st inc ltd co corp vs etc no nos approx dept est fig vol pp ed
  gen gov sen rep hon jan feb mar apr jun jul aug sep sept oct nov dec e.g i.e a.m p.m u.s u.k u.n u.a.e u.s.a ph.d`)

/** The maximum length of an abbreviation. An Arabic letter with its marks fits. */
const LONGEST_ABBREVIATION = 40

/** Whether the last word before a full stop is an abbreviation: Dr. · e.g. · J. · د. "Dr." · ص. "p." */
function isAbbreviation(text: string): boolean {
  const word = /[\p{L}\p{M}.]+$/u.exec(text)?.[0] ?? ''
  if (/^\p{L}\p{M}*$/u.test(word)) return word !== 'I'
  return ABBREVIATIONS.has(word.toLowerCase())
}
