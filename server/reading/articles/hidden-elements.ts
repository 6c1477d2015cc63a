import { MIN_ARTICLE, PageProse } from './page-prose.ts'
import type { PageElement } from './page-element.ts'
import { wordSet } from '#core/word-lists.ts'

export interface HidingRules {
  /** Classes and ids that the page's style sheet hides, such as `.note` and `#old`. */
  hidden: ReadonlySet<string>
  /** Ids of hidden parts that a script shows while the page loads, as React does when it streams a page. */
  streamed: ReadonlySet<string>
  /**
   * Whether to keep hidden parts that a script may show later. Frogy never keeps text that is off-screen or has no
   * size.
   */
  isRevealed: boolean
}

/** Whether an element is hidden, at least until the reader clicks something. */
export function isHiddenElement(name: string, attributes: Record<string, string>, rules: HidingRules): boolean {
  const { hidden, style = '', open } = attributes
  // Keep Wikipedia's readable form of a formula (MathML), which is hidden behind a picture of the formula.
  if (/(?:^|\s)mwe-math-mathml-/.test(attributes['class'] ?? '')) return false
  const isStreamed = rules.streamed.has(attributes['id'] ?? '')
  if (rules.isRevealed) return OUT_OF_SIGHT.test(style) || NO_SIZE.test(style)
  if (hidden !== undefined && hidden !== 'until-found' && !isStreamed) return true
  if (name === 'dialog' && open === undefined) return true
  if (HIDING.test(style) || NO_SIZE.test(style)) return true
  // An animation often makes an invisible block appear, so keep such a block.
  if (NO_OPACITY.test(style) && !/transform|transition|animation/i.test(style)) return true
  const classes = attributes['class']?.split(/\s+/) ?? []
  return isHiddenByRule(classes, attributes['id'], rules.hidden) && !isShownSomewhere(classes)
}

export function hidingClassOf(names: string | null | undefined): string | undefined {
  const classes = names?.split(/\s+/) ?? []
  return isShownSomewhere(classes) ? undefined : classes.find((name) => HIDING_CLASSES.has(name))
}

/**
 * Removes elements with a class that usually hides. If almost nothing remains, keeps them, because the class must have
 * another meaning.
 */
export function removeHiddenByName(elements: readonly PageElement[], body: PageElement): void {
  const groups = [...Map.groupBy(elements, (element) => hidingClassOf(element.getAttribute('class'))).values()]
  const lengthOf = (group: PageElement[]) => group.reduce((sum, { textContent }) => sum + textContent.length, 0)
  const long = groups.filter((group) => lengthOf(group) >= MIN_ARTICLE)
  const prose = long.length > 0 ? new PageProse(body) : null
  const kept = new Set(long.filter((group) => prose?.isOnlyIn(group)))
  for (const group of groups) if (!kept.has(group)) for (const element of group) element.remove()
}

const OUT_OF_SIGHT =
  /(?:^|;)\s*(?:(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}|clip\s*:\s*rect\([01]|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0\s*\))/i
const HIDING = new RegExp(
  String.raw`(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))|${OUT_OF_SIGHT.source}`,
  'i',
)
const NO_SIZE = /(?:^|;)\s*font-size\s*:\s*0(?:\.0+)?(?:[a-z]+|%)?\s*(?:!|;|$)/i
const NO_OPACITY = /(?:^|;)\s*opacity\s*:\s*0(?:\.0+)?%?\s*(?:!|;|$)/i

const HIDING_CLASSES =
  wordSet(`hidden invisible d-none sr-only visually-hidden visuallyhidden screen-reader-text screen-reader
  screenreader a-offscreen offscreen off-screen u-visually-hidden a11y-hidden
  hide is-hidden u-hidden element-invisible print-only show-for-print`)

/** Whether an element is shown on larger screens: `d-none d-md-block`, `hidden lg:flex`. */
const isShownSomewhere = (classes: readonly string[]) =>
  classes.some((name) =>
    /^(?:d-(?:sm|md|lg|xl|xxl)-(?!none)|(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline))/.test(name),
  )

const isHiddenByRule = (classes: readonly string[], id: string | undefined, rules: ReadonlySet<string>) =>
  rules.size > 0 && (classes.some((name) => rules.has(`.${name}`)) || rules.has(`#${id}`))

export const hidingRules = (html: string, isRevealed: boolean): HidingRules => ({
  isRevealed,
  hidden: hiddenByStyle(html),
  streamed: streamedParts(html),
})

/** Finds ids in React's calls `$RC("B:0","S:0")` and `$RS("S:1","P:1")`, which show streamed parts. */
function streamedParts(html: string): ReadonlySet<string> {
  const calls = html.matchAll(/\$R(?:C\("[\w:-]{1,30}",|S\()"([\w:-]{0,20}S:[0-9a-f]{1,8})"/g)
  return new Set(Array.from(calls, ([, id]) => id ?? ''))
}

/**
 * Classes and ids that the page's `<style>` elements hide. Reads only simple rules such as `.note { display: none }`,
 * and only if no other rule reverses them.
 */
function hiddenByStyle(html: string): ReadonlySet<string> {
  const hiding = new Set<string>()
  const showing = new Set<string>()
  for (const { selectors, declarations } of topLevelRules(styleSheets(html))) {
    const isHiding = HIDING.test(declarations)
    if (!isHiding && !/display|visibility|left|top|right|text-indent|clip|transform/i.test(declarations)) continue
    for (const selector of selectors.split(',')) {
      const subject = /[.#][\w-]+$/.exec(selector.trim().slice(-100))?.[0]
      if (!subject) continue
      if (!isHiding) showing.add(subject)
      else if (selector.trim() === subject) hiding.add(subject)
    }
  }
  return hiding.difference(showing)
}

export function styleSheets(html: string): string {
  const MOST = 500_000
  const parts = html.split(/<style\b/i).slice(1)
  const sheets = parts.map((part) => part.slice(part.indexOf('>') + 1).split('<', 1)[0] ?? '')
  const withoutComments = sheets.join('').slice(0, MOST).split('/*')
  return withoutComments.map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2))).join('')
}

/**
 * Lists a style sheet's rules, except those inside `@media` and similar blocks, which apply to print or small screens.
 */
export function* topLevelRules(css: string): Generator<{ selectors: string; declarations: string }> {
  let depth = 0
  let isNested = false
  let start = 0
  let open = 0
  for (let index = 0; index < css.length; index++) {
    if (css[index] === '{') {
      if (depth === 0) open = index
      else isNested = true
      depth++
    } else if (css[index] === '}') {
      depth = Math.max(0, depth - 1)
      if (depth > 0) continue
      const selectors = css.slice(start, open)
      if (!isNested && open > start) yield { selectors, declarations: css.slice(open + 1, index) }
      start = index + 1
      isNested = false
    }
  }
}
