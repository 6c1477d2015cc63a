import { cutAt } from '../../cut-text.ts'
import { ANGLE_KINDS } from './choices.ts'
import { LOOKS, type Angle, type Look } from './contract.ts'

// A model answers with one text. Tags in it contain angles, proposed changes and requests to read the user's posts.
// Every model can write such tags, and the app can show the text while it streams.

const TITLE_LIMIT = 200
const SUMMARY_LIMIT = 500
const MAX_ANGLES = 6
const MAX_PROPOSALS = 5

/** A change that a model proposes. The server verifies the post before it shows the proposal. */
export interface ProposedChange {
  act: 'schedule' | 'delete'
  postId: string
  /** Local time of the user: `2025-12-05T09:00`. */
  at: string | null
}

export interface ReadAnswer {
  text: string
  angles: Angle[]
  proposals: ProposedChange[]
  look: { at: Look; words: string | null } | null
}

const MARK = /<(angle|propose|look)\b/i
const BEGINNING = /<(?:[a-z]{0,7})$/i

/** Lone surrogates and U+0000, which PostgreSQL cannot store in JSON. */
const UNSTORABLE = /\p{Cs}|\0/gu

/** Reads a complete or partial answer of a model. Hides a tag until it is complete. */
export function readAnswer(raw: string): ReadAnswer {
  const read: ReadAnswer = { text: '', angles: [], proposals: [], look: null }
  let rest = raw.replaceAll(UNSTORABLE, '')
  for (;;) {
    const mark = MARK.exec(rest)
    if (!mark) break
    read.text += rest.slice(0, mark.index)
    rest = rest.slice(mark.index)
    const length = takeMark(mark[1]?.toLowerCase() ?? '', rest, read)
    if (length === 0) {
      rest = ''
      break
    }
    rest = rest.slice(length)
  }
  read.text += rest.replace(BEGINNING, '')
  read.text = read.text.replaceAll(/\n{3,}/g, '\n\n').trim()
  return read
}

/** Reads the tag at the start of `text`. @returns the length of the tag, or 0 while the tag is incomplete */
function takeMark(name: string, text: string, read: ReadAnswer): number {
  const open = text.indexOf('>')
  if (open === -1) return 0
  const values = attributesIn(text.slice(0, open))
  if (name !== 'angle') {
    if (name === 'look') read.look ??= lookOf(values)
    else if (read.proposals.length < MAX_PROPOSALS) read.proposals.push(...proposalOf(values))
    return withClosing(text, open + 1, name)
  }
  const close = text.indexOf('</', open)
  if (close === -1) return 0
  const end = text.indexOf('>', close)
  if (end === -1) return 0
  const summary = cutAt(plain(text.slice(open + 1, close)), SUMMARY_LIMIT)
  const title = cutAt(plain(values.get('title') ?? ''), TITLE_LIMIT)
  if (title !== '' && read.angles.length < MAX_ANGLES)
    read.angles.push({ kind: ANGLE_KINDS.find((kind) => kind === values.get('kind')) ?? 'story', title, summary })
  return end + 1
}

/** Some models close a tag that is already self-closing. Skip the superfluous closing tag too. */
function withClosing(text: string, from: number, name: string): number {
  const closing = `</${name}>`
  return text.slice(from, from + closing.length).toLowerCase() === closing ? from + closing.length : from
}

function lookOf(values: Map<string, string>): ReadAnswer['look'] {
  const at = LOOKS.find((look) => look === values.get('at'))
  return at ? { at, words: cutAt(values.get('words')?.trim() ?? '', 200) || null } : null
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

function proposalOf(values: Map<string, string>): ProposedChange[] {
  const act = values.get('act')
  const postId = values.get('post') ?? ''
  const at = values.get('at')?.slice(0, 16) ?? ''
  if (!UUID.test(postId)) return []
  if (act === 'delete') return [{ act, postId, at: null }]
  return act === 'schedule' && LOCAL_TIME.test(at) ? [{ act, postId, at }] : []
}

function attributesIn(tag: string): Map<string, string> {
  const found = tag.matchAll(/([a-z]+)\s{0,9}=\s{0,9}"([^"]*)"/gi)
  return new Map(Array.from(found, ([, name = '', value = '']) => [name.toLowerCase(), decoded(value)]))
}

const plain = (text: string): string => decoded(text.replaceAll(/\s+/gu, ' ')).trim()

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }
const decoded = (text: string): string =>
  text.replaceAll(/&(quot|amp|lt|gt|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
