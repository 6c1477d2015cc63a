import { around, holds, lengthsOf, SENTENCE_END, shortText } from './blocks.ts'
import { isOwnLink } from './page-address.ts'
import { MIN_ARTICLE, PageProse, SHORTEST_ARTICLE } from './page-prose.ts'
import type { PageElement } from './page-element.ts'
import { isAboutQuestion, isQuestionPage } from './questions.ts'

/**
 * Removes menus, comments, advertising and similar parts of a page. Keeps a block with much of the page's text, because
 * class names are only hints.
 */
export function removeClutter(body: PageElement, pageUrl: string): void {
  const lengthOfPage = lengthOf(body)
  const isMuch = (element: PageElement) => lengthOf(element) > lengthOfPage * MUCH
  for (const element of body.querySelectorAll(FOREIGN)) {
    // Keep a footer inside a quotation, which names its author, and a menu that contains most of the page.
    if (!around(element, 'blockquote', 'pre') && !isMuch(element)) element.remove()
  }
  removeNamed(body, isMuch)
  removeLabelledLists(body)
  for (const list of body.querySelectorAll('ul')) if (isListOfTeasers(list, pageUrl)) list.remove()
  for (const line of body.querySelectorAll('p')) if (isTeaser(line, pageUrl)) line.remove()
  const isQuestion = isQuestionPage(body)
  for (const element of body.querySelectorAll('p, div, li, strong, b, h2, h3, h4, h5, h6')) {
    if (isOffer(element) || (isQuestion && isAboutQuestion(lineOf(element)))) element.remove()
  }
}

function removeNamed(body: PageElement, isMuch: (element: PageElement) => boolean): void {
  const groups = new Map<string, PageElement[]>()
  for (const element of body.querySelectorAll('[class], [id]')) {
    if (element.localName === 'body') continue
    const name = clutterNameOf(element)
    if (name === undefined) continue
    const group = groups.get(name)
    if (group) group.push(element)
    else groups.set(name, [element])
  }
  const prose = new PageProse(body)
  for (const [name, elements] of groups) {
    const isSurely = NEVER_TEXT.test(name)
    if (prose.isIn(elements, isSurely ? SHORTEST_ARTICLE : MIN_ARTICLE)) continue
    for (const element of elements) {
      // Keep a word inside a sentence. Its class may look like clutter because the word reacts to clicks.
      const isWord = INLINE.has(element.localName) && around(element, 'p', 'li', 'dd', 'td') !== null
      const isQuotation = around(element, 'pre', 'code', 'blockquote') !== null || holds(element, 'blockquote')
      const isText = prose.lengthOf(element) > prose.all * MUCH_PROSE
      const isKept = isWord || isQuotation || isMuch(element) || isText
      if (!holdsHeadline(element) && (isSurely || !isKept)) element.remove()
    }
  }
}

/** A block with more than this share of the page's text is not clutter. */
const MUCH = 0.4

/** A block with more than this share of the page's sentences is not clutter. */
const MUCH_PROSE = 0.3

const lengthOf = (element: PageElement) => element.textContent.trim().length

const INLINE = new Set(['a', 'abbr', 'cite', 'code', 'q', 'span', 'strong', 'em', 'b', 'i', 'sub', 'ins', 'time'])

const holdsHeadline = (element: PageElement) => element.localName === 'h1' || holds(element, 'h1')

const FOREIGN =
  'nav, footer, form, fieldset, dialog, menu, aside:not([class*="note"]):not([class*="callout"]), ' +
  '[role="navigation"], [role="banner"], [role="contentinfo"], [role="complementary"], [role="search"], ' +
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="menubar"], [role="toolbar"], ' +
  '[rel~="tag"], table.infobox, table.navbox, a[href="#top"], a[href="#main"], a[href="#content"]'

/** Returns the class or id that marks an element as clutter, without digits. Names in `NEVER_TEXT` have priority. */
function clutterNameOf(element: PageElement): string | undefined {
  const id = element.getAttribute('id') ?? ''
  // The id of a section may repeat its heading, such as `sharing-with-others`, so ignore long ids.
  const isSlug = id.split(/[-_]/).length > 3 || /^h[1-6]$/.test(element.localName)
  const names = `${element.getAttribute('class') ?? ''} ${isSlug ? '' : id}`
    // Separate the words of a name: `relatedPosts` becomes `related-posts`.
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => CLUTTER_NAME.test(name) && !HOLDER_NAME.test(name))
  return (names.find((name) => NEVER_TEXT.test(name)) ?? names[0])?.replace(/\d+/g, '')
}

/** Names of clutter, as whole words of a class or id between dashes. */
const CLUTTER_NAME = new RegExp(
  `(?:^|[-_])(?:${[
    'cookies?|consent|gdpr|ccpa|onetrust|didomi|popup|modal|overlay|lightbox|toast|skip|skip-link|jump',
    'nav|navbar|navi|gnavi|navigation|menu|submenu|breadcrumbs?|bread-crumb|crumbs?|pagination|pager|toc|contents-list',
    'masthead|topbar|top-bar|ticker|sitemap|footer|foot|colophon|back-to-top|catlinks|editsection|site-?notice|site-?sub',
    'related|relatedposts|similar|recommend(?:ed|ations?)?|read-?also|read-?next|more-(?:from|[a-z]+s)',
    'most-read|popular|trending|latest|recent-?(?:posts|entries|comments)|also-like|suggest(?:ed|ions?)?|up-next|next-prev|prev-next|sidebar|rail',
    'widget|widgets|outbrain|taboola|onward',
    // Skip galleries, because they repeat captions that the article also has.
    'gallery|slideshow|slider|carousel|swiper|flexslider|photoswipe',
    'share|sharing|sharedaddy|share-?daddy|social|addtoany|comments?|comment-?list|disqus|respond|replies|reactions|clap',
    'rating|ratings|rate|vote|votecell|upvotes?|answer-votes|reputation|badges?|feedback|survey|user-reviews|signature|userinfo|user-info|user-details|userbox|username|postprofile|posthead|thead|postfoot|post-foot',
    'ad|ads|advert|adverts|advertisement|advertising|adslot|adsense|dfp|sponsor|sponsored|promo|promotion|affiliate|banner',
    'newsletter|subscribe|subscription|signup|sign-up|paywall-offer|piano-offer|offer|donate|donation|membership',
    'bio|byline|dateline|postdate|post-date|entry-meta|post-meta|article-meta|post-info|meta-line|metadata|timestamp|tags?',
    'tag-list|tags-links|cat-links|topics|author-bio|author-box|about-author|post-tags|permalink|copyright|reflist|references',
    'print|accessibility-tools|download-links|auto-refresh|language-switcher|login|jump-buttons|read-time|reading-time',
  ].join('|')})(?:$|[-_])`,
)

/**
 * Names of parts that are not the article if there is other text above them. Reader comments are often longer than the
 * article.
 */
const NEVER_TEXT = /(?:^|[-_])(?:comments?|disqus|respond|footer|colophon|cookies?|consent|gdpr|modal)(?:$|[-_])/

/**
 * Class names that only say what an element contains, such as `has-sidebar`, or an article's topic, such as
 * `category-ads` in WordPress.
 */
const HOLDER_NAME =
  /^(?:has|with|no|is|category|tag|topic|format)[-_]|^comments?-on-|[-_](?:enabled|active|disabled|with|open)$/

/** Removes headings of teaser or comment lists, and everything up to the next heading of the same rank. */
function removeLabelledLists(body: PageElement): void {
  for (const heading of body.querySelectorAll('h2, h3, h4, h5, h6')) {
    if (!LABEL.test(lineOf(heading) ?? '')) continue
    const following: PageElement[] = []
    for (let node = nextElement(heading); node; node = nextElement(node)) {
      if (/^h[1-6]$/.test(node.localName) && node.localName <= heading.localName) break
      following.push(node)
    }
    const links = following.reduce((sum, element) => sum + lengthsOf(element).linked, 0)
    const length = following.reduce((sum, element) => sum + lengthOf(element), 0)
    if (length > 0 && links < length / 2) continue
    for (const element of [heading, ...following]) element.remove()
  }
}

function isListOfTeasers(list: PageElement, pageUrl: string): boolean {
  const { text, linked } = lengthsOf(list)
  const items = Array.from(list.children)
  if (linked < text * 0.95 || text < items.length * MIN_TEASER) return false
  return items.every((item) => isOwnLink(item.querySelector('a')?.getAttribute('href'), pageUrl))
}

/** Whether a line only links to another page of the site, and is not a sentence. */
function isTeaser(line: PageElement, pageUrl: string): boolean {
  const text = lineOf(line)
  if (!text || text.length < MIN_TEASER || SENTENCE_END.test(text)) return false
  if (lengthsOf(line).linked < text.length * 0.95 || around(line, 'li', 'td', 'blockquote')) return false
  return isOwnLink(line.querySelector('a')?.getAttribute('href'), pageUrl)
}

/** The shortest teaser, in characters. Shorter links are names of things, places or chapters. */
const MIN_TEASER = 25

/** Whether a line advertises another article or the site's channels: `Read also: …`, in Arabic `اقرأ أيضاً: …`. */
function isOffer(element: PageElement): boolean {
  const text = lineOf(element)
  if (!text) return false
  if (LABEL.test(text)) return !holds(element, 'p', 'ul', 'ol', 'table')
  return OFFER.test(text) && lengthsOf(element).linked > text.length / 3
}

const LABELS = [
  'related(?: (?:articles|stories|posts|content|news|topics|links|reading))?|more (?:stories|news|articles|from .{2,40}|on this)',
  '(?:read|see|watch) (?:also|more|next)|also read|you (?:may|might) also (?:like|enjoy)|recommended(?: for you)?|most (?:read|popular)',
  'share(?: (?:this|it|on|via|with)){0,2}(?: \\w+)?|follow us|advert(?:isement)?|comments?|leave a (?:reply|comment)',
  'trending(?: now| news)?|popular on .{2,40}|join the conversation|tell us what you think',
  "don[’']t miss|anzeige|werbung|publicité|publicidad|iklan|reklama|реклама",
  'اقرأ (?:أيضا|المزيد)|إقرأ أيضا|شاهد أيضا|مواضيع (?:ذات صلة|مشابهة)|مقالات (?:ذات صلة|مشابهة)|أخبار ذات صلة|قد يعجبك(?: أيضا)?',
  '(?:وصفات|مقالات|أخبار|مواضيع|قصص|كتب) أخرى.*|الأكثر (?:قراءة|مشاهدة)|شارك(?: (?:هذا )?(?:الموضوع|المقال|الخبر))?|التعليقات|اترك تعليقا|تابعونا|تابعنا|إعلان|المزيد من الأخبار|أحدث الأخبار',
  'à lire aussi|lire aussi|sur le même sujet|articles similaires|lesen sie auch|lea también|leia também|leggi anche',
  'مطالب مرتبط|بیشتر بخوانید|همچنین بخوانید|関連記事|人気の記事|相关(?:文章|阅读)|推荐阅读|延伸阅读',
].join('|')

const LABEL = new RegExp(`^(?:${LABELS})\\s*[:：.…]*$`, 'iu')
const OFFER = new RegExp(`^(?:${LABELS})\\s*[:：]|^(?:تابعونا|تابعنا|follow us) (?:على|on)\\s`, 'iu')

/** A line's text without vowel marks, which are optional. Null if it is too long. */
function lineOf(element: PageElement): string | null {
  return shortText(element, LONGEST_LINE)?.replace(/[\u064B-\u0652\u0640]/g, '') ?? null
}

const LONGEST_LINE = 300

function nextElement(element: PageElement): PageElement | null {
  let node = element.nextSibling
  while (node && node.nodeType !== 1) node = node.nextSibling
  return node
}
