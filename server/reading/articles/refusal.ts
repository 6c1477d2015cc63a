import type { ErrorCode } from '#core/errors.ts'
import { wordCountOf } from '#core/reading/text-measures.ts'
import type { ArticleBody } from './article-body.ts'
import { textOf } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import type { PageTree } from './page-tree.ts'
import type { PageElement } from './page-element.ts'

/**
 * Signs that a page needs a login, a subscription or scripts. Collect them first, because the extraction removes them.
 */
export type PageSigns = ReturnType<typeof signsOf>

export function signsOf(
  { document, scripts, passwordFields, noscript, hiddenLength }: PageTree,
  { paidPart }: PageFacts,
) {
  return {
    hiddenLength,
    shownText: textOf(document.body),
    scripts,
    passwordFields,
    wantsScripts: /javascript|جافا ?سكر[يب]+ت/i.test(noscript),
    /** The length of the part for subscribers; null if the page marks no such part. */
    paidLength: paidPart === null ? null : lengthOf([...document.body.querySelectorAll(paidPart)]),
  }
}

const lengthOf = (parts: PageElement[]) => parts.reduce((sum, part) => sum + textOf(part).length, 0)

export function refusalOf(facts: PageFacts, signs: PageSigns, body: ArticleBody): ErrorCode | null {
  const words = wordCountOf(body.text.slice(0, 20_000))
  const title = facts.title ?? ''
  if (words < SHORT && CHALLENGE.test(`${title} ${words < FEW ? signs.shownText.slice(0, 500) : ''}`))
    return 'page_script'
  if (words < SHORT && NOT_FOUND.test(title)) return 'page_no_article'
  if (words < SHORT && LOGIN.test(body.text) && !facts.isPaid) return 'page_login'
  if (isStub(facts, signs, body, words)) return 'page_paywall'
  if (words < FEW) {
    if (signs.passwordFields > 0) return 'page_login'
    const isEmpty = signs.shownText.length < 400 && signs.scripts > 0
    return isEmpty || signs.wantsScripts ? 'page_script' : 'page_no_article'
  }
  const isList = body.linkShare > 0.6 || (!facts.isArticle && body.teasers >= 4)
  return isList ? 'page_no_article' : null
}

/** Whether a page keeps its article, or the rest of it, for subscribers or members. */
export const isForSubscribers = ({ isPaid }: PageFacts, { shownText }: PageSigns): boolean =>
  isPaid || PAYWALL.test(shownText) || LOGIN.test(shownText)

export const isShort = ({ text }: ArticleBody): boolean => wordCountOf(text.slice(0, 20_000)) < SHORT

/** A text with fewer words than this is a caption, a greeting or an error message. */
const FEW = 25
/** A text with fewer words than this may be only the beginning of an article before a paywall or login. */
const SHORT = 150

/**
 * Whether a page has only the beginning of its article. An offer to subscribe proves nothing, because some sites show
 * it below complete articles.
 */
function isStub({ isPaid }: PageFacts, signs: PageSigns, { text }: ArticleBody, words: number): boolean {
  const { shownText, paidLength } = signs
  const isCut = words < SHORT && /(?:…|\.\.\.)["”’»]?$/.test(text)
  const isAnnounced = PAYWALL.test(shownText)
  if (isPaid && paidLength !== null) return paidLength < 200 && words < 2 * SHORT
  if (isPaid) return words < SHORT || (isCut && isAnnounced)
  return isAnnounced && (isCut || words < SHORT / 2)
}

const anyOf = (...phrases: string[]) => new RegExp(phrases.join('|'), 'iu')

const PAYWALL = anyOf(
  '(?:subscribe|become a member|upgrade|join) (?:now |today |us )?to (?:continue|keep|read|unlock|access)',
  '(?:for|available to|only for|exclusive to) (?:paying |paid |our )?(?:subscribers|members)(?: only)?',
  '(?:subscribers?|members?)[- ]only',
  'already a subscriber|unlock this (?:article|story)|to read the full (?:article|story)',
  'للمشتركين فقط|(?:هذا|المحتوى|المقال) (?:\\p{L}+ )?(?:مخصص |حصري )?للمشتركين|اشتر[كا]وا? (?:الآن )?(?:لمتابعة|لقراءة|لمواصلة|لإكمال)',
  'réservée? aux abonnés|abonnez-vous pour (?:lire|continuer)',
  'nur für abonnenten|mit .{0,20}abo weiterlesen',
  'solo para suscriptores|suscríbete para (?:leer|continuar)',
)

const LOGIN = anyOf(
  '(?:please |must |need to )?(?:log|sign)(?:ged|ed)?[ -]?in (?:or \\p{L}+(?: \\p{L}+){0,2} )?to (?:continue|read|view|see|access|get)',
  '(?:must|need to|have to) (?:be (?:logged|signed) in|(?:log|sign) in|register)',
  '(?:يجب|يلزم|عليك|يرجى|الرجاء) (?:عليك )?(?:تسجيل الدخول|التسجيل|أن تسجل)',
  'سج[ّ]?ل(?:وا)? (?:الدخول|دخولك) (?:لقراءة|لمتابعة|لعرض|للاطلاع|بحسابك)',
  '(?:connectez|identifiez)-vous pour|(?:bitte )?(?:melden sie sich an|anmelden),? um|inicia sesión para',
)

const NOT_FOUND = anyOf(
  '^(?:error )?404\\b|\\b404(?: error)?$|\\b(?:page|article|story|content|file) (?:(?:was|is|could) )?(?:not|no longer) (?:be )?(?:found|available|exists?)',
  "\\bnot found$|(?:can[’']?t|cannot|couldn[’']?t) (?:be )?f(?:i|ou)nd (?:that|this|the|your) page|page (?:does not|doesn[’']t) exist",
  'الصفحة (?:المطلوبة )?(?:غير موجودة|غير متوفرة|غير متاحة)|لم (?:يتم )?(?:العثور|نعثر) على|(?:الصفحة )?غير موجودة$',
  'page (?:introuvable|non trouvée)|seite (?:wurde )?nicht gefunden|página no encontrada|pagina non trovata',
  'страница не найдена|صفحه (?:مورد نظر )?یافت نشد|页面不存在|找不到|ページが見つかりません',
)

/** Phrases on pages that check whether the visitor is a person with a browser. */
const CHALLENGE = anyOf(
  '^just a moment|attention required! \\| cloudflare|checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human',
  'are you a robot|enable javascript and cookies to continue|ddos protection by',
)
