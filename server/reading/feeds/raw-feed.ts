/** A feed in any format, with addresses and HTML as written. */
export interface RawFeed {
  title: string | null
  /** The address that relative links are based on, as written. */
  base: string | null
  items: RawItem[]
}

export interface RawItem {
  id: string | null
  link: string | null
  title: string | null
  /** The item's text as HTML. */
  html: string | null
  date: string | null
}

/** The maximum number of items to read. Feeds list their newest items first. */
export const MAX_READ_ITEMS = 2_000
