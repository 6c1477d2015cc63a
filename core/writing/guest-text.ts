import { pastedAddress } from '../address-in-text.ts'
import { findWebAddresses } from '../platforms/web-addresses.ts'

/**
 * The minimum length of a visitor's text that becomes the source of a post. A shorter text with few paragraphs is a
 * topic.
 */
const MATERIAL_LENGTH = 400
const MATERIAL_PARAGRAPHS = 3
/** A text with a link and more words than this is an essay. A shared link has only a title and a short remark. */
const WORDS_AROUND_LINK = 25
const LONGEST_TITLE = 120
const LONGEST_ADDRESS = 2_000

type GuestText =
  | { kind: 'address'; url: string }
  | { kind: 'topic'; topic: string }
  | { kind: 'text'; title: string; content: string }

/** Decides whether a visitor's input is an address, a topic or a text, because the landing page has only one field. */
export function readGuestText(given: string): GuestText {
  const text = given.trim()
  const url = addressIn(text)
  if (url !== undefined) return { kind: 'address', url }
  const paragraphs = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (text.length < MATERIAL_LENGTH && paragraphs.length < MATERIAL_PARAGRAPHS) return { kind: 'topic', topic: text }
  const [first = '', ...rest] = paragraphs
  return first.length <= LONGEST_TITLE && rest.length > 0
    ? { kind: 'text', title: first, content: rest.join('\n\n') }
    : { kind: 'text', title: beginningOf(first), content: text }
}

function addressIn(text: string): string | undefined {
  const words = text.split(/\s+/)
  const [first = ''] = words
  if (words.length > 1)
    return words.length <= WORDS_AROUND_LINK && /https?:\/\//i.test(text) ? pastedAddress(text) : undefined
  if (first.length > LONGEST_ADDRESS) return undefined
  // Accept other schemes as addresses too, so that the page reader can explain why it rejects them.
  if (/:\/\//.test(first)) return pastedAddress(first)
  const isDomain = findWebAddresses(first).some(({ start }) => start === 0)
  return isDomain || /^[^/@]+\.[^/@]+\//.test(first) ? pastedAddress(first) : undefined
}

function beginningOf(text: string): string {
  if (text.length <= LONGEST_TITLE) return text
  const cut = text.slice(0, LONGEST_TITLE)
  return `${cut.replace(/\s+\S*$/, '')}…`
}
