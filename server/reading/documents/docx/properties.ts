import type { DocxParts } from './parts.ts'
import { childOf, textOf } from './xml.ts'

export function titleOf({ coreProperties }: DocxParts): string | null {
  const title = oneLine(textOf(childOf(coreProperties, 'dc:title')))
  const isGiven =
    title !== '' &&
    title.length <= 300 &&
    !DEFAULT_TITLE.test(title) &&
    !/\p{L}\.(?:docx?|dotx?|docm|rtf|odt)$/iu.test(title)
  return isGiven ? title : null
}

const DEFAULT_TITLE =
  /^(?:microsoft word\b.*|word document|(?:document|doc|مستند)\s*\d*|untitled|title|عنوان|بدون عنوان|normal(?:\.dotm?)?)$/iu

export function authorOf({ coreProperties }: DocxParts): string | null {
  const names = oneLine(textOf(childOf(coreProperties, 'dc:creator'))).split(/\s*;\s*/)
  return names.filter((name) => name !== '' && !GENERIC_AUTHOR.test(name)).join(', ') || null
}

const GENERIC_AUTHOR =
  /^(?:(?:microsoft office |windows |office )?user|admin(?:istrator)?|author|unknown|python-docx|un-named|مستخدم|المؤلف)$/iu

/** The number of pages that Word stored when it last laid the document out. */
export function pageCountOf({ extendedProperties }: DocxParts): number | null {
  const pages = Number(textOf(childOf(extendedProperties, 'ep:Pages')))
  return Number.isSafeInteger(pages) && pages > 0 ? pages : null
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
