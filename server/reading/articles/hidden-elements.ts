import { pixelsOf } from './media-queries.ts'
import { MIN_ARTICLE, PageProse } from './page-prose.ts'
import type { PageElement } from './page-element.ts'
import type { Declarations } from './page-styles.ts'
import { wordSet } from '#core/word-lists.ts'

/**
 * How an element is hidden. `later`: a script or a click may show it. `never`: it stays out of sight, such as a copy for
 * screen readers.
 */
export type Hiding = 'later' | 'never'

export function hidingOf(
  name: string,
  attributes: Record<string, string>,
  style: Declarations,
  streamed: ReadonlySet<string>,
): Hiding | null {
  // Keep a formula's MathML, which pages hide behind a picture or a drawing of the formula.
  if (/(?:^|[\s_-])mathml(?:$|[\s_-])|mjx_assistive/i.test(attributes['class'] ?? '') || name === 'mjx-assistive-mml')
    return null
  if (isOutOfSight(style)) return 'never'
  const { hidden } = attributes
  // Whether the page's style overrules the browser's rules that hide `hidden` elements and closed dialogs.
  const isDisplayed = /^(?!none|inherit|unset|revert)/.test(style.get('display') ?? 'none')
  const isStreamed = streamed.has(attributes['id'] ?? '')
  if (hidden !== undefined && hidden !== 'until-found' && !isStreamed && !isDisplayed) return 'later'
  if (name === 'dialog' && attributes['open'] === undefined && !isDisplayed) return 'later'
  if (style.get('display')?.startsWith('none') && !isShownSomewhere(classesOf(attributes['class']))) return 'later'
  return isTransparent(attributes['style']) ? 'later' : null
}

/** Whether the text of an element and its parts is invisible by `visibility`. Null if the style does not say it. */
export function isInvisible(style: Declarations): boolean | null {
  const visibility = style.get('visibility')
  return visibility === undefined || /^(?:inherit|unset|revert)/.test(visibility)
    ? null
    : /^(?:hidden|collapse)/.test(visibility)
}

/**
 * Whether an element's text has no size. Null if the style does not say it, for example if the size is a percentage.
 * A style sheet's zero does not count, because other sheets, which Frogy does not load, may give the parts their size.
 */
export function hasNoSize(inline: string | undefined, style: Declarations): boolean | null {
  if (/(?:^|;)\s*(?:font-size\s*:\s*0(?:\.0+)?(?:[a-z]+|%)?\s*(?:!|;|$)|font\s*:\s*0(?:px)?\s*\/)/i.test(inline ?? ''))
    return true
  const size = style.get('font-size') ?? /\d(?:px|pt|rem)\b/.exec(style.get('font') ?? '')?.[0]
  return size === undefined || RELATIVE_SIZE.test(size) ? null : false
}

const RELATIVE_SIZE = /^(?:[\d.]+(?:em|ex|ch|%)|larger|smaller|inherit|0(?:\.0+)?(?:[a-z]+|%)?$)/

/**
 * Whether a style makes an element transparent. A transparent element with an animation does not count, because the
 * animation often makes it appear.
 */
const isTransparent = (inline = ''): boolean =>
  /(?:^|;)\s*opacity\s*:\s*0(?:\.0+)?%?\s*(?:!|;|$)/i.test(inline) && !/transform|transition|animation/i.test(inline)

/**
 * How far outside the screen's edge text is out of sight, in pixels. Layouts move blocks by less, at most by about half
 * a wide screen. Pages that hide text move it by 999 or more.
 */
const FAR = 980

/** Whether people cannot see an element because it is cut off, far outside the page or only a pixel large. */
function isOutOfSight(style: Declarations): boolean {
  if (style.size === 0) return false
  return isClipped(style) || isTiny(style) || isFarOutside(style) || isScaledAway(style)
}

const isScaledAway = (style: Declarations): boolean => /(?:^|\s)scale\(\s*0\s*[,)]/.test(style.get('transform') ?? '')

function isClipped(style: Declarations): boolean {
  const [, edges] = /^rect\(([^()]*)\)/.exec(style.get('clip') ?? '') ?? []
  // Browsers apply `clip` only to boxes outside the flow. Frogy may not see the rule that takes a box out of the flow,
  // so it assumes such a rule.
  const isFlowing = /^(?:static|relative)/.test(style.get('position') ?? '')
  if (edges !== undefined && !isFlowing) {
    const [top, right, bottom, left] = edges
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(pixelsOf)
    const isThin = (from: number | null | undefined, to: number | null | undefined) =>
      from != null && to != null && to - from <= 1
    if (isThin(top, bottom) || isThin(left, right)) return true
  }
  const path = style.get('clip-path') ?? style.get('-webkit-clip-path') ?? ''
  if (path === '' || style.has('transition') || style.has('animation')) return false
  if (/^(?:circle|ellipse)\(\s*0(?:[a-z]{1,4}|%)?[\s)]/.test(path)) return true
  if (path.startsWith('polygon(') && !/[1-9]/.test(path)) return true
  const [, inset] = /^inset\(([^()]*)\)/.exec(path) ?? []
  const [top = 0, right = top, bottom = top, left = right] = (inset ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((edge) => (/^[\d.]+%$/.test(edge) ? Number.parseFloat(edge) : 0))
  return inset !== undefined && (top + bottom >= 100 || left + right >= 100)
}

/** Whether an element is at most a pixel large and shows nothing outside of it. */
function isTiny(style: Declarations): boolean {
  const isCut = ['overflow', 'overflow-x', 'overflow-y'].some((name) => /hidden|clip/.test(style.get(name) ?? ''))
  if (!isCut) return false
  const isThin = (side: string) =>
    [side, `max-${side}`].some((name) => {
      const size = pixelsOf(plain(style.get(name)))
      return size !== null && size <= 1
    })
  const isOutside = /^(?:absolute|fixed)/.test(style.get('position') ?? '')
  return (isThin('width') && isThin('height')) || (isOutside && (isThin('width') || isThin('height')))
}

function isFarOutside(style: Declarations): boolean {
  const position = style.get('position') ?? ''
  const isOutside = /^(?:absolute|fixed)/.test(position)
  const offset = (name: string): string => (position.startsWith('static') ? '' : plain(style.get(name)))
  // A box that reaches far beyond two opposite edges is centred, so it is visible.
  const reachesBoth = (one: string, other: string) =>
    [one, other].every((name) => (pixelsOf(offset(name)) ?? 0) <= -FAR)
  const isCentred = reachesBoth('left', 'right') || reachesBoth('top', 'bottom')
  if (isCentred) return false
  const sumOf = (names: readonly string[], whole: number) =>
    names.reduce((sum, name) => {
      const value = OFFSETS.has(name) ? offset(name) : plain(style.get(name))
      // A percentage counts only for boxes outside the flow, because layouts in columns use negative margins of 100%.
      const share = /^-?[\d.]+%$/.test(value) && (isOutside || !value.startsWith('-')) ? Number.parseFloat(value) : null
      const isOffset = !name.startsWith('margin') && !name.startsWith('padding')
      return sum + (pixelsOf(value) ?? (share !== null && isOffset ? (share / 100) * whole : 0))
    }, 0)
  const [moveX, moveY] = movesOf(style)
  const isText = /hidden|clip/.test(style.get('overflow') ?? '') && style.get('text-indent') === '100%'
  const x = moveX + sumOf(['left', 'inset-inline-start', 'margin-left', 'margin-inline-start'], 1280)
  const padding = sumOf(['padding-left', 'padding-inline-start'], 0)
  const indent = sumOf(['text-indent'], 1280) + x + padding
  const y = moveY + sumOf(['top', 'margin-top', 'padding-top'], 720)
  const width = pixelsOf(plain(style.get('width'))) ?? 0
  const height = pixelsOf(plain(style.get('height'))) ?? 0
  const isLeft = indent <= -FAR && x + padding + width <= (style.has('text-indent') ? Infinity : 0)
  const isRight = Math.max(x, indent) >= 4 * FAR || sumOf(['right'], 1280) <= -FAR
  const isAbove = y <= -FAR && y + height <= 0
  return isText || isLeft || isRight || isAbove || sumOf(['bottom'], 720) <= -FAR
}

const OFFSETS = new Set(['left', 'right', 'top', 'bottom', 'inset-inline-start'])

/** How far `transform` and `translate` move an element, in pixels. */
function movesOf(style: Declarations): [number, number] {
  const transform = style.get('transform') ?? ''
  const [, axis = '', first = '', second = ''] =
    /translate(x|y|3d)?\(\s*([^\s,()]{1,20})\s*,?\s*([^\s,()]{0,20})/.exec(transform) ?? []
  const [alone = '', below = ''] = plain(style.get('translate')).split(/\s+/)
  const x = (axis === 'y' ? 0 : (pixelsOf(first) ?? 0)) + (pixelsOf(alone) ?? 0)
  const y = (pixelsOf(axis === 'y' ? first : axis === 'x' ? '' : second) ?? 0) + (pixelsOf(below) ?? 0)
  return [x, y]
}

const plain = (value: string | undefined): string => (value ?? '').replace(/\s*!\s*important$/, '')

const classesOf = (names: string | null | undefined): string[] => names?.split(/\s+/).filter(Boolean) ?? []

export function hidingClassOf(names: string | null | undefined): string | undefined {
  const classes = classesOf(names)
  return isShownSomewhere(classes)
    ? undefined
    : classes.find((name) => HIDING_CLASSES.has(name) || ON_SMALL_SCREENS.test(name) || isForScreenReaders(name))
}

/** Classes of frameworks that hide an element on larger screens, where another copy is shown. */
const ON_SMALL_SCREENS =
  /^(?:d-(?:sm|md|lg|xl)-none|(?:sm|md|lg|xl):hidden|is-hidden-(?:tablet|desktop)|hide-for-(?:medium|large)|show-for-small-only|visible-xs(?:-\w+)*|hidden-lg|hidden-(?:xs|sm|md|lg)-up)$/

/** Whether a class that `hidingClassOf` returned hides text only until a script shows it. */
export const mayShowLater = (name: string): boolean =>
  /^(?:hidden|invisible|d-none|hide|is-hidden|u-hidden)$/.test(name)

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

const HIDING_CLASSES = wordSet(`hidden invisible d-none hide is-hidden u-hidden element-invisible print-only
  show-for-print`)

/**
 * Whether a class name says that only screen readers read the text: `sr-only`, `govuk-visually-hidden`, `srOnly`,
 * `show-for-sr`, `VisuallyHidden_x1`. Names that undo it, such as `not-sr-only`, do not count.
 */
function isForScreenReaders(name: string): boolean {
  if (name.length > 80) return false
  const words = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[_:\\/-]+/g, '-')
  return (
    FOR_SCREEN_READERS.test(words) &&
    !/(?:^|-)(?:not|no|un|undo|has|with|without|reset|max|focus|hover|print)-/.test(words)
  )
}

const FOR_SCREEN_READERS = new RegExp(
  `(?:^|-)(?:${[
    '(?:visually?|vis|accessib(?:ly|le|ility)|a11y|aria|aural)-?(?:hidden|hide|hid)',
    '(?:hidden|hide)-?(?:visually|accessib(?:ly|le))',
    '(?:screen-?readers?|sr|a11y|aural)-?(?:only|text)',
    '(?:only|for)-?(?:sr|screen-?readers?)',
    '(?:screen-?readers?|assistive(?:-?(?:text|only|label))?)$',
    'off-?screen|access-?hide|v-?hidden$',
  ].join('|')})(?:$|-)`,
)

/** Whether an element is shown on larger screens: `d-none d-md-block`, `hidden lg:flex`, `sr-only md:not-sr-only`. */
const isShownSomewhere = (classes: readonly string[]) =>
  classes.some((name) =>
    /^(?:d-(?:sm|md|lg|xl|xxl)-(?!none)|(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|not-sr-only))/.test(name),
  )

/** Finds ids in React's calls `$RC("B:0","S:0")` and `$RS("S:1","P:1")`, which show streamed parts. */
export function streamedParts(html: string): ReadonlySet<string> {
  const calls = html.matchAll(/\$R(?:C\("[\w:-]{1,30}",|S\()"([\w:-]{0,20}S:[0-9a-f]{1,8})"/g)
  return new Set(Array.from(calls, ([, id]) => id ?? ''))
}
