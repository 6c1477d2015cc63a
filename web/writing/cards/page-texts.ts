/** The most characters that a page shows in a readable size. */
const PAGE_CHARACTERS = 420

/** Splits a post into the texts of pages: its paragraphs, and long ones at the ends of sentences or words. */
export function pageTextsOf(content: string, language: string): string[] {
  return content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => joined(piecesOf(paragraph, language)))
}

/** Sentences, and the words of a sentence that is too long for a page. */
function piecesOf(paragraph: string, language: string): string[] {
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(paragraph)]
  return sentences.flatMap(({ segment }) =>
    segment.trim().length <= PAGE_CHARACTERS ? [segment] : segment.split(/(?<=\s)/),
  )
}

function joined(pieces: readonly string[]): string[] {
  const texts: string[] = []
  let text = ''
  for (const piece of pieces) {
    if (text !== '' && (text + piece).trim().length > PAGE_CHARACTERS) {
      texts.push(text.trim())
      text = piece
    } else text += piece
  }
  return text.trim() === '' ? texts : [...texts, text.trim()]
}
