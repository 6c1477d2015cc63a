import { folded } from './clean-text.ts'

/** What stands between a title and the name of its site, with blanks around, so that a dash inside a word is none. */
const SEPARATOR = /\s+(?:[-–—|·•»«:/\\]|::|\|\|)\s+/u
const SEPARATORS = /(\s+(?:[-–—|·•»«:/\\]|::|\|\|)\s+)/u

/** More are no title. */
const MOST_PIECES = 20

export interface TitleSigns {
  /** What the site is called, by itself and in links to its front page. */
  siteNames: readonly string[]
  host: string
  /** The texts of the page's blocks, of which one is mostly its headline. */
  shown: readonly string[]
}

/** A title without the name of its site. A dash that belongs to the title stays: only what is known to be foreign goes. */
export function withoutSiteName(title: string, { siteNames, host, shown }: TitleSigns): string {
  const pieces = title.split(SEPARATORS)
  if (pieces.length === 1 || pieces.length > 2 * MOST_PIECES) return title
  const isSite = (piece: string | undefined) => piece !== undefined && isNameOfSite(piece, siteNames, host)

  // What the page shows as a headline is the title.
  const texts = new Set(shown.map((text) => folded(text)))
  for (let length = pieces.length; length > 0; length -= 2) {
    const ends = [pieces.slice(0, length).join(''), pieces.slice(-length).join('')]
    // Questions stand between their first tag and the site.
    const middle = pieces.slice(2, 2 + length).join('')
    const parts = (middle.length > title.length / 2 ? [...ends, middle] : ends).map((part) => part.trim())
    const shownParts = parts.filter((part) => !isSite(part) && texts.has(folded(part)))
    const longest = shownParts.reduce((most, part) => (part.length > most.length ? part : most), '')
    if (longest !== '') return longest
  }
  if (isSite(pieces.at(-1))) return withoutSiteName(pieces.slice(0, -2).join(''), { siteNames, host, shown })
  if (isSite(pieces[0])) return pieces.slice(2).join('')
  return title
}

/** The site's name as the end of its window title tells it, where a heading tells which part is the title. */
export function siteNameIn(windowTitle: string, title: string): string | null {
  const rest = windowTitle.startsWith(title) ? windowTitle.slice(title.length) : ''
  const [before, ...names] = rest.split(SEPARATOR)
  const name = names.at(-1)?.trim()
  return before === '' && name && name.length <= 60 ? name : null
}

function isNameOfSite(piece: string, siteNames: readonly string[], host: string): boolean {
  const name = folded(piece)
  if (name === '') return true
  if (siteNames.some((siteName) => name === folded(siteName))) return true
  // `The Harbour Post` on www.harbourpost.example, `example.com` on example.com.
  const letters = name.replace(/^(?:the|www) /, '').replaceAll(' ', '')
  const labels = host.replace(/^www\./, '').split('.')
  return letters === labels.join('') || labels.slice(0, -1).some((label) => label.replaceAll('-', '') === letters)
}
