import { folded } from './clean-text.ts'

/** Separators between a title and the site's name. The blanks around them exclude a dash inside a word. */
const SEPARATOR = /\s+(?:[-–—|·•»«:/\\]|::|\|\|)\s+/u
const SEPARATORS = /(\s+(?:[-–—|·•»«:/\\]|::|\|\|)\s+)/u

/** The maximum number of parts of a title. Separators divide it into parts. */
const MAX_PIECES = 20

interface TitleSigns {
  /** The site's names, from its metadata and from links to its front page. */
  siteNames: readonly string[]
  host: string
  /** Texts of the page's paragraphs and headings, one of which is usually the headline. */
  shown: readonly string[]
}

/** Removes the site's name from a title. Keeps a dash that belongs to the title. */
export function withoutSiteName(title: string, { siteNames, host, shown }: TitleSigns): string {
  const pieces = title.split(SEPARATORS)
  if (pieces.length === 1 || pieces.length > 2 * MAX_PIECES) return title
  const isSite = (piece: string | undefined) => piece !== undefined && isNameOfSite(piece, siteNames, host)
  // The part of the window's title that the page also shows as a headline is the article's title.
  const texts = new Set(shown.map((text) => folded(text)))
  for (let length = pieces.length; length > 0; length -= 2) {
    const ends = [pieces.slice(0, length).join(''), pieces.slice(-length).join('')]
    // On question-and-answer pages, the title is between a topic and the site's name, so also try the middle.
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

/** Finds the site's name at the end of the window title, after the page's known title. */
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
  // Also compare with the host: `The Harbour Post` is the name of www.harbourpost.example.
  const letters = name.replace(/^(?:the|www) /, '').replaceAll(' ', '')
  const labels = host.replace(/^www\./, '').split('.')
  return letters === labels.join('') || labels.slice(0, -1).some((label) => label.replaceAll('-', '') === letters)
}
