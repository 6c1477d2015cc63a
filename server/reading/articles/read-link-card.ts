import { openingOf } from '#core/cut-text.ts'
import { cleanLine } from './clean-text.ts'
import { decodePage } from './decode-page.ts'
import { kindOfPage } from './media-type.ts'
import { metaOf } from './page-facts.ts'
import { parsePage } from './page-tree.ts'
import type { PageBytes } from './read-article.ts'

export interface PageCard {
  title: string
  description: string | null
  /** The address of the picture. */
  picture: string | null
}

/**
 * The maximum lengths of a card's title and description. LinkedIn accepts 400 and 4,086 characters. Networks show only
 * a few lines.
 */
const TITLE_LIMIT = 400
const DESCRIPTION_LIMIT = 1_000

/**
 * Reads title, description and picture for a link card: from Open Graph, then X's tags, then general metadata. Throws
 * `page_type` or `page_too_complex`.
 */
export async function readLinkCard({ bytes, contentType, url }: PageBytes): Promise<PageCard | null> {
  if ((await kindOfPage(bytes, contentType)) === 'text') return null
  const { document } = parsePage(decodePage(bytes, contentType))
  const meta = metaOf(document)
  const first = (...names: string[]) => names.map((name) => meta(name)).find((content) => content !== null) ?? null
  const title = first('og:title', 'twitter:title') ?? cleanLine(document.head.querySelector('title')?.textContent)
  if (title === null) return null
  const description = first('og:description', 'twitter:description', 'description')
  const picture = first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src')
  const base = URL.parse(document.head.querySelector('base')?.getAttribute('href') ?? '', url) ?? url
  return {
    title: openingOf(title.toWellFormed(), TITLE_LIMIT),
    description: description && openingOf(description.toWellFormed(), DESCRIPTION_LIMIT),
    picture: picture && (URL.parse(picture, base)?.href ?? null),
  }
}
