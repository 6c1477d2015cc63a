/** The kind of a parser process. Only picture processes load libvips, whose threads must start before the first file. */
export type ParserKind = 'pictures' | 'texts'

/** All parsers of untrusted bytes, with the kind of process in which they run. */
export const PARSER_KINDS = {
  article: 'texts',
  document: 'texts',
  pdfFacts: 'texts',
  picture: 'pictures',
  linkCard: 'texts',
  feed: 'texts',
  cardPicture: 'pictures',
  portrait: 'pictures',
  logo: 'pictures',
  drafts: 'texts',
  unfounded: 'texts',
} as const satisfies Record<string, ParserKind>

export type ParserName = keyof typeof PARSER_KINDS
export const PARSER_NAMES = Object.keys(PARSER_KINDS) as ParserName[]
