import type { Platform } from '../platforms/platform.ts'

/** The names by which an analytics tool recognizes visits from one network. An empty name adds no parameter. */
export interface LinkNames {
  source: string
  medium: string
  campaign: string
}

/** For each network whose links get parameters, the names under which an analytics tool shows their visits. */
export type LinkParameters = Partial<Record<Platform, LinkNames>>

/** The length of the longest address to which Frogy adds parameters. */
const LONGEST_ADDRESS = 2_000

/** Hosts of short links, which lose added parameters, and of networks, whose own links must stay as they are. */
const UNCHANGED_HOSTS =
  /(?:^|\.)(?:t\.co|bit\.ly|buff\.ly|lnkd\.in|fb\.me|goo\.gl|tinyurl\.com|ow\.ly|is\.gd|rb\.gy|cutt\.ly|dlvr\.it|amzn\.to|youtu\.be|wa\.me|t\.me|x\.com|twitter\.com|linkedin\.com|facebook\.com|instagram\.com|threads\.(?:net|com)|bsky\.app|youtube\.com)$/i

const ADDRESS = /https?:\/\/[^\s<>"“”«»\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gi
const CLOSING_MARKS = ".,;:!?…'’*)]}،؛؟"
/** The end of a Latin address that a word in another script touches. The word is not part of the address. */
const NEXT_WORD = /(?<=[a-z0-9])(?=[^\p{ASCII}\p{Script=Latin}])/iu

/**
 * Adds the parameters of a network to the full addresses in a text: `utm_source`, `utm_medium`, `utm_campaign`. An
 * address that has such a parameter stays as it is, so a second call changes nothing.
 */
export function withLinkParameters(text: string, names: LinkNames | undefined): string {
  const added = names && parametersOf(names)
  if (!added) return text
  return text.replaceAll(ADDRESS, (found) => {
    const address = endOf(found)
    return (isTaken(address) ? withParameters(address, added) : address) + found.slice(address.length)
  })
}

/** Removes the analytics parameters of a network from the ends of addresses. */
export function withoutLinkParameters(text: string, names: LinkNames | undefined): string {
  const added = names && parametersOf(names)
  if (!added) return text
  const escaped = added.replaceAll(/[.*+]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(`[?&]${escaped}(?![\\w%&=+.-])`, 'g'), '')
}

function parametersOf({ source, medium, campaign }: LinkNames): string {
  return Object.entries({ utm_source: source, utm_medium: medium, utm_campaign: campaign })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

/** The address without the punctuation after it, and without a word that touches it. */
function endOf(found: string): string {
  const [own = ''] = found.split(NEXT_WORD, 1)
  let end = own.length
  while (CLOSING_MARKS.includes(own.charAt(end - 1)) && end > 0) end--
  const trimmed = own.slice(0, end)
  // A closing bracket belongs to an address that has the opening one: `/Bank_(river)`.
  const brackets = own.startsWith(')', trimmed.length) && trimmed.split('(').length > trimmed.split(')').length
  return brackets ? `${trimmed})` : trimmed
}

function isTaken(address: string): boolean {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return false
  const { hostname } = new URL(address)
  const [beforeFragment = ''] = address.split('#', 1)
  const hasPassword = /^https?:\/\/[^/?]*@/i.test(beforeFragment)
  return hostname.includes('.') && !hasPassword && !UNCHANGED_HOSTS.test(hostname) && !/[?&]utm_/i.test(beforeFragment)
}

/** Adds parameters before the fragment, and leaves every other character as it is. */
function withParameters(address: string, added: string): string {
  const [whole = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(address)?.slice(1) ?? []
  const base = /^https?:\/\/[^/?]+$/i.test(whole) ? `${whole}/` : whole
  const mark = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  return base + mark + added + fragment
}
