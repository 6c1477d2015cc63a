import { normalizeNfc } from '#core/clean-text.ts'
import { countedMentions } from '#core/platforms/short-links.ts'

/**
 * The text of a status and the text that was sent, in a form in which both are equal. Servers return HTML, shorten
 * links and mentions, disagree about where a link ends, and join empty lines.
 */
export function comparable(text: string): string {
  const withoutLinks = text.replaceAll(/https?:\/\/\S*/giu, A_LINK)
  let result = ''
  let at = 0
  for (const { end, shownEnd } of countedMentions(withoutLinks)) {
    result += withoutLinks.slice(at, shownEnd)
    at = end
  }
  return normalizeNfc(result + withoutLinks.slice(at))
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/**
 * Stands for a link and for the characters that touch its end. No network accepts this character in a post, so no text
 * contains it.
 */
const A_LINK = '\u0000'

/** Puts the HTML of a status into the same comparable form as `comparable` puts a text. */
export function comparableHtml(html: string): string {
  let text = ''
  let link: { href: string; shown: string } | undefined
  for (const [index, piece] of html.split(/(<[^<>]*>)/).entries()) {
    if (index % 2 === 0) {
      if (link) link.shown += withoutEntities(piece)
      else text += withoutEntities(piece)
    } else if (/^<br|^<\/p/i.test(piece)) text += '\n'
    else if (/^<a\s/i.test(piece)) link = { href: hrefIn(piece), shown: '' }
    else if (link && /^<\/a/i.test(piece)) {
      // Use the target of a link that shows an address, because each server software shortens the shown text
      // differently.
      text += /^https?:/i.test(link.shown.trim()) ? link.href : link.shown
      link = undefined
    }
  }
  return comparable(text + (link?.shown ?? ''))
}

const hrefIn = (tag: string): string => withoutEntities(/\shref="([^"]*)"/i.exec(tag)?.[1] ?? '')

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? entity
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}
