import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import { AppError } from '#core/errors.ts'
import { removeSecondCopies } from './copies.ts'
import { streamSafe } from './clean-text.ts'
import { isDeleted, removeDeleted, unwrap } from './deleted-text.ts'
import { emojiOf, isEmoji } from './emoji-pictures.ts'
import { isInitialLetter } from '../initial-letter.ts'
import { lazyLength, lazyText } from './lazy-text.ts'
import { isShadowRoot, showShadowRoots } from './shadow-roots.ts'
import { drawnInitial, isInitialElement, isLarge, joinInitials } from './initials.ts'
import {
  hasNoSize,
  hidingClassOf,
  hidingOf,
  isInvisible,
  mayShowLater,
  removeHiddenByName,
  streamedParts,
  type Hiding,
} from './hidden-elements.ts'
import type { PageDocument, PageElement } from './page-element.ts'
import { PageStyles, styledElement, type Declarations, type StyledElement } from './page-styles.ts'
import { markupOfTex } from '../tex-markup.ts'
import { wordSet } from '#core/word-lists.ts'

export interface PageTree {
  /** The page without scripts, styles, pictures and hidden elements, reduced to the limits below. */
  document: PageDocument
  /** Contents of the page's `application/ld+json` scripts. */
  linkedData: string[]
  scripts: number
  passwordFields: number
  noscript: string
  /** The length of the text that a script may show later, in characters. 0 if the tree contains it. */
  hiddenLength: number
  /** Parts that a script may show later. They are in the tree if it was built with them. */
  revealed: PageElement[]
}

/**
 * Elements nested deeper than this are flattened, because extraction time grows with depth × size. Normal pages rarely
 * have half this depth.
 */
const DEEPEST = 60
/** Pages nested deeper than this are attacks and are rejected. */
const DEEPEST_READ = 3_000
/** The rest of a larger page is not read. The longest encyclopedia pages have half as many nodes. */
const MAX_NODES = 60_000
/** How much text to read, in UTF-16 units. A source keeps only a fraction of it. */
const MAX_TEXT = 1_000_000
const MAX_LINKED_DATA = 1_000_000
/** How many characters to parse before the limits are checked again. */
const STEP = 32_768

/**
 * Parses a page into a reduced tree.
 * @param isRevealed whether to keep hidden parts that a script may show later
 * @throws AppError `page_too_complex`
 */
export function parsePage(html: string, isRevealed = false): PageTree {
  const builder = new TreeBuilder(new PageStyles(html), streamedParts(html), isRevealed)
  const parser = new Parser(builder, { recognizeSelfClosing: false })
  for (let start = 0; start < html.length && !builder.isFull; start += STEP) {
    parser.write(html.slice(start, start + STEP))
    if (builder.depth > DEEPEST_READ) throw new AppError('page_too_complex')
  }
  parser.end()
  return builder.tree
}

export const parseFragment = (html: string): PageElement => parsePage(html).document.body

/** An open element of the page. `place` is where its content goes, or null to drop it. */
interface Place {
  place: PageElement | null
  depth: number
}

interface Open extends Place {
  /** Whether a script may show the dropped text of this element later. */
  isForLater: boolean
  /** Whether the style makes the element's text invisible. Elements inside may be visible again. */
  isInvisible: boolean
  hasNoSize: boolean
  children: number
}

/**
 * The longest text of a link, in characters, enough for a headline. A longer link was probably not closed by mistake.
 */
const LONGEST_LINK = 300

/** The longest formula to read, in characters of MathML. */
const LONGEST_FORMULA = 20_000

const NO_STYLE: Declarations = new Map()

/** Builds the reduced tree while the page is parsed, so that dropped nodes never take memory. */
class TreeBuilder {
  readonly tree: PageTree
  #nodes = 0
  #textLength = 0
  #linkedLength = 0
  /** Pieces of the current text. The parser splits a text at entities and every `STEP` characters. */
  #text: string[] = []
  #textPlace: PageElement | null = null
  readonly #head: PageElement
  readonly #body: PageElement
  readonly #root: PageElement
  readonly #styles: PageStyles
  readonly #streamed: ReadonlySet<string>
  /** Whether to keep hidden parts that a script may show later. Text out of sight is never kept. */
  readonly #isRevealed: boolean
  readonly #open: Open[] = []
  /** The open elements again, with the properties that CSS selectors test. */
  readonly #ancestors: StyledElement[] = []
  readonly #deleted: PageElement[] = []
  /** Elements that may be large initial letters. Their text is checked at the end. */
  readonly #initials: PageElement[] = []
  /** Possible initial letters that differ from the other text only by their size. */
  readonly #unsureInitials = new Set<PageElement>()
  /** Open elements whose text differs only in size, and the node before that text. The tree lacks these elements. */
  readonly #large: { place: PageElement; depth: number; before: PageElement | null }[] = []
  /** Elements with `aria-hidden`, which screen readers skip. */
  readonly #skipped: PageElement[] = []
  readonly #shadowRoots: PageElement[] = []
  /** Elements that show an emoji as their background picture. */
  readonly #emoji: { element: PageElement; text: string }[] = []
  #link: { element: PageElement; holdsBlock: boolean } | null = null
  /** Elements that only screen readers read. One of them may be the better copy of a visible text. */
  readonly #outOfSight: PageElement[] = []
  /** Elements whose style makes their text invisible. If they contain a visible element, that element stays. */
  readonly #invisible: PageElement[] = []
  /** Elements with a class name that usually means hidden. They are removed at the end, unless little else is left. */
  readonly #hiddenByName: PageElement[] = []
  #script: string[] | null = null
  /** The `<title>` of the open `<svg>`. */
  #drawingTitle: string | null = null
  /** The text of a script with a formula, as MathJax 2 writes it. */
  #formula: string[] | null = null
  #isTex = false
  #noscript = 0

  constructor(styles: PageStyles, streamed: ReadonlySet<string>, isRevealed: boolean) {
    this.#styles = styles
    this.#streamed = streamed
    this.#isRevealed = isRevealed
    const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>') as unknown as {
      document: PageDocument
    }
    this.#head = document.head
    this.#body = document.body
    this.#root = document.documentElement
    this.tree = {
      document,
      linkedData: [],
      scripts: 0,
      passwordFields: 0,
      noscript: '',
      hiddenLength: 0,
      revealed: [],
    }
  }

  get depth(): number {
    return this.#open.length
  }

  get isFull(): boolean {
    return this.#nodes > MAX_NODES || this.#textLength > MAX_TEXT
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#note(name, attributes)
    const outer = this.#open.at(-1)
    if (outer) outer.children++
    const element = styledElement(name, attributes, outer?.children ?? 1)
    const isDropped = outer?.place === null
    const style = isDropped ? NO_STYLE : this.#styles.of(element, attributes['style'], this.#ancestors)
    const hiding = isDropped ? null : hidingOf(name, attributes, style, this.#streamed)
    const entered = this.#enter(name, attributes, style, hiding)
    const isRoot = name === 'html' || name === 'body'
    this.#open.push({
      ...entered,
      isForLater: LEFT_OUT.has(name) ? REVEALED.has(name) : (outer?.isForLater ?? false) || hiding === 'later',
      isInvisible: !isRoot && (isInvisible(style) ?? outer?.isInvisible ?? false),
      hasNoSize: hasNoSize(attributes['style'], style) ?? outer?.hasNoSize ?? false,
      children: 0,
    })
    this.#ancestors.push(element)
    if (name === 'svg' && !isDropped && !emojiOf(name, attributes)) this.#drawingTitle = ''
    const formula = attributes['data-mathml'] ?? ''
    if (!entered.place || !/^\s*<(?:m:|mml:)?math\b/i.test(formula) || formula.length > LONGEST_FORMULA) return
    // MathJax 2 stores the formula in an attribute of its drawing. Read it and drop the drawing.
    const open = this.#open.at(-1)
    this.#readMarkup(formula)
    if (open) open.place = null
  }

  ontext(text: string): void {
    const isTitle = this.#drawingTitle !== null && this.#ancestors.at(-1)?.name === 'title'
    if (isTitle && this.#drawingTitle!.length < 100) this.#drawingTitle += text
    this.#script?.push(text)
    this.#formula?.push(text)
    if (this.#noscript > 0 && this.tree.noscript.length < 2_000) this.tree.noscript += text
    const { place } = this.#current()
    const open = this.#open.at(-1)
    const isHidden = open?.isInvisible && !this.#isRevealed
    if (isHidden || (!place && open?.isForLater)) this.tree.hiddenLength += text.trim().length
    if (!place || isHidden || open?.hasNoSize || this.#textLength > MAX_TEXT) return
    if (place !== this.#textPlace) this.#writeText()
    this.#textPlace = place
    this.#text.push(text)
    this.#textLength += text.length
  }

  onend(): void {
    this.#writeText()
    showShadowRoots(this.#shadowRoots)
    for (const { element, text } of this.#emoji)
      if (element.textContent.trim() === '') element.appendChild(this.tree.document.createTextNode(text))
    const copies = new Set(removeSecondCopies(this.#skipped, this.tree.document))
    const hidden = this.#hiddenByName.filter((element) => !copies.has(element))
    for (const element of hidden)
      if (mayShowLater(hidingClassOf(element.getAttribute('class')) ?? ''))
        this.tree.hiddenLength += element.textContent.trim().length
    removeHiddenByName(hidden, this.#body)
    for (const element of this.#outOfSight) if (!copies.has(element)) element.remove()
    for (const element of this.#invisible) if (element.textContent.trim() === '') element.remove()
    removeDeleted(this.#deleted, this.#body)
    joinInitials(this.#initials, this.#unsureInitials, this.tree.document)
  }

  #writeText(): void {
    if (this.#text.length === 0) return
    const text = streamSafe(this.#text.join(''))
    this.#text = []
    if (this.#textPlace === this.#body && text.trim() === '') return
    this.#textPlace?.appendChild(this.tree.document.createTextNode(text))
    this.#nodes++
  }

  onclosetag(name: string, isImplied: boolean): void {
    const closed = this.#open.pop()
    this.#ancestors.pop()
    if (this.#large.at(-1)?.depth === this.#open.length) this.#endLarge()
    if (closed && name === 'a' && closed.place === this.#link?.element) {
      if (isImplied) this.#giveUpLink()
      this.#link = null
    }
    // An unclosed `<del>` would remove the rest of the page, so keep its content.
    if (closed && isImplied && this.#deleted.at(-1) === closed.place) {
      const unclosed = this.#deleted.pop()
      this.#writeText()
      if (unclosed) unwrap(unclosed)
    }
    if (name === 'svg' && this.#drawingTitle !== null) {
      const title = this.#drawingTitle.trim()
      this.#drawingTitle = null
      if (isEmoji(title)) this.ontext(title)
    }
    if (name === 'noscript') this.#noscript--
    if (name === 'script' && this.#script) {
      const script = this.#script.join('')
      this.#linkedLength += script.length
      if (this.#linkedLength <= MAX_LINKED_DATA) this.tree.linkedData.push(script)
      this.#script = null
    }
    if (name === 'script' && this.#formula) {
      const formula = this.#formula.join('')
      this.#formula = null
      this.#addFormula(this.#isTex ? markupOfTex(formula) : formula)
    }
    if (closed) this.#breakIfFlat(name, closed)
  }

  /** Wraps a large letter in an element. Other large text stays part of the text around it. */
  #endLarge(): void {
    const large = this.#large.pop()
    this.#writeText()
    const letter = large?.place.lastChild
    if (!large || letter?.nodeType !== 3 || letter.previousSibling !== large.before) return
    if (!isInitialLetter(letter.nodeValue ?? '')) return
    const element = this.#add(large.place, 'span', {})
    element.appendChild(letter)
    this.#initials.push(element)
    this.#unsureInitials.add(element)
  }

  #readMarkup(markup: string): void {
    this.#writeText()
    if (markup.length > LONGEST_FORMULA) return
    const parser = new Parser({
      onopentag: (name, attributes) => this.onopentag(name, attributes),
      ontext: (text) => this.ontext(text),
      onclosetag: (name, isImplied) => this.onclosetag(name, isImplied),
    })
    parser.end(markup.replaceAll(/<(?!\/?(?:m:|mml:)?m)|\sdata-mathml\s*=/gi, '&lt;'))
    this.#writeText()
  }

  /** Adds a formula in MathML, unless a drawing right before already has it. */
  #addFormula(markup: string | null): void {
    this.#writeText()
    const { place } = this.#current()
    if (markup !== null && place && removeDrawings(place)) this.#readMarkup(markup)
  }

  #current(): Place {
    const current = this.#open.at(-1)
    // Put content into the body even if it follows the page's end, or if the head is never closed.
    if (!current || current.place === this.#head || current.place === this.#root) return { place: this.#body, depth: 0 }
    return current
  }

  #enter(name: string, attributes: Record<string, string>, style: Declarations, hiding: Hiding | null): Place {
    const { document } = this.tree
    if (name === 'html' || name === 'head' || name === 'body') {
      const root = name === 'html' ? document.documentElement : document[name]
      copyAttributes(attributes, root)
      return { place: root, depth: 0 }
    }
    if (BLOCK_TAGS.has(name)) {
      this.#closeHeading(name)
      if (this.#link) this.#link.holdsBlock = true
    }
    if (name === 'a') this.#closeLink()
    const { place, depth } = this.#current()
    if (!place && this.#noscript > 0 && name === 'img') this.#addLateEmoji(emojiOf(name, attributes))
    if (!place || (hiding === 'later' && !this.#isRevealed)) return { place: null, depth }
    const emoji = emojiOf(name, attributes)
    const isShadow = isShadowRoot(name, attributes) && !this.#shadowRoots.some((root) => root.parentNode === place)
    const hidingClass = hidingClassOf(attributes['class'])
    const isLaterByName = hidingClass !== undefined && mayShowLater(hidingClass)
    const isForLater =
      hiding === 'later' || isInvisible(style) === true || (REVEALED.has(name) && !isShadow) || isLaterByName
    if (LEFT_OUT.has(name) && !isShadow && !(this.#isRevealed && REVEALED.has(name))) {
      const drawn = emoji ?? drawnInitial(name, attributes)
      if (drawn) this.ontext(drawn)
      else if (name === 'img' && TEX_PICTURE.test(attributes['class'] ?? '') && !hasFormulaBefore(place))
        this.#addFormula(markupOfTex((attributes['alt'] ?? '').slice(0, LONGEST_FORMULA)))
      return { place: null, depth }
    }
    const isHiddenByName = hidingClass !== undefined && !(isLaterByName && this.#isRevealed)
    if (HEAD_TAGS.has(name) && !attributes['itemprop']) {
      return { place: this.#add(this.#head, name, attributes), depth }
    }
    const isStruck = isDeleted(name, attributes, style)
    const isInitial = isInitialElement(name, attributes, style)
    const raised = raisedName(attributes['style'])
    if (name === 'picture') return { place, depth }
    const isUnseen = isInvisible(style) === true || hasNoSize(attributes['style'], style) === true
    const isMarked = isStruck || isInitial || raised || emoji || hiding || isForLater || isUnseen
    const mayBeInitial = isLarge(name, attributes, style)
    if (isMereFormat(name, attributes) && !isMarked) {
      // Large text is mostly whole paragraphs. So decide at its end whether it is a large initial letter.
      this.#writeText()
      if (mayBeInitial) this.#large.push({ place, depth: this.#open.length, before: place.lastChild })
      return { place, depth }
    }
    if (depth >= DEEPEST) {
      const flat = { place: isHiddenByName || isStruck || hiding === 'never' ? null : place, depth: depth + 1 }
      this.#breakIfFlat(name, flat)
      return flat
    }
    const shown = isShadow ? 'shadow-root' : REVEALED.has(name) ? 'div' : (raised ?? name)
    const element = this.#add(place, shown, attributes)
    if (isShadow) this.#shadowRoots.push(element)
    if (emoji) this.#emoji.push({ element, text: emoji })
    if (attributes['aria-hidden'] === 'true') this.#skipped.push(element)
    if (this.#isRevealed) this.#reveal(element, attributes, isForLater)
    else this.tree.hiddenLength += lazyLength(attributes)
    if (hiding === 'never') this.#outOfSight.push(element)
    if (isUnseen) this.#invisible.push(element)
    if (isStruck) this.#deleted.push(element)
    if (isInitial || mayBeInitial) this.#initials.push(element)
    if (!isInitial && mayBeInitial) this.#unsureInitials.add(element)
    if (isHiddenByName) this.#hiddenByName.push(element)
    if (name === 'a') this.#link = { element, holdsBlock: false }
    return { place: element, depth: depth + 1 }
  }

  /** Adds a line break in place of a block that is nested too deeply to be kept. */
  #breakIfFlat(name: string, { place, depth }: Place): void {
    if (depth > DEEPEST && place && BLOCK_TAGS.has(name)) this.#add(place, 'br', {})
  }

  /** Closes an unclosed heading at the start of a new block: `<h1>…</h2><p>`. */
  #closeHeading(name: string): void {
    const heading = this.#open.at(-1)?.place
    if (!heading || !/^h[1-6]$/.test(heading.localName) || name === 'div') return
    for (const open of this.#open) if (open.place === heading) open.place = heading.parentNode
  }

  /** Closes the open link, because links cannot contain links. */
  #closeLink(): void {
    const link = this.#link?.element
    if (!link) return
    this.#giveUpLink()
    for (let at = this.#open.length - 1; at >= 0 && this.#open[at]?.place === link; at--) {
      const open = this.#open[at]
      if (open) open.place = link.parentNode
    }
    this.#link = null
  }

  /** Makes an unclosed link plain text if it contains blocks or much text. */
  #giveUpLink(): void {
    if (!this.#link) return
    const { element, holdsBlock } = this.#link
    this.#writeText()
    if (holdsBlock || element.textContent.length > LONGEST_LINK) element.removeAttribute('href')
  }

  #add(parent: PageElement, name: string, attributes: Record<string, string>): PageElement {
    this.#writeText()
    this.#nodes++
    const element = this.tree.document.createElement(name)
    copyAttributes(attributes, element)
    parent.appendChild(element)
    return element
  }

  #reveal(element: PageElement, attributes: Record<string, string>, isForLater: boolean): void {
    const lazy = lazyText(attributes)
    if (isForLater || lazy.length > 0) this.tree.revealed.push(element)
    for (const text of lazy) this.#addLazy(element, text)
  }

  #addLazy(element: PageElement, text: string): void {
    for (const block of text.split('\n\n')) {
      const paragraph = this.#add(element, 'p', {})
      paragraph.appendChild(this.tree.document.createTextNode(block))
      this.#textLength += block.length
    }
  }

  /**
   * Adds an emoji from `noscript`. Some pages load the emoji's picture with a script, so only `noscript` names the
   * emoji.
   */
  #addLateEmoji(emoji: string | undefined): void {
    const outer = this.#open[this.#ancestors.findLastIndex(({ name }) => name === 'noscript') - 1]
    if (!emoji || !outer?.place || outer.isInvisible) return
    this.#writeText()
    const before = outer.place.lastChild
    // Add the emoji only once. On most pages, the picture before the `noscript` element has already added it.
    if (before?.nodeType === 3 && before.nodeValue?.trimEnd().endsWith(emoji)) return
    outer.place.appendChild(this.tree.document.createTextNode(emoji))
    this.#nodes++
  }

  #note(name: string, attributes: Record<string, string>): void {
    if (name === 'noscript') this.#noscript++
    if (name === 'input' && attributes['type']?.toLowerCase() === 'password') this.tree.passwordFields++
    if (name !== 'script') return
    this.tree.scripts++
    const type = attributes['type']?.trim() ?? ''
    if (/^application\/ld\+json/i.test(type)) this.#script = []
    if (!/^math\/(?:mml|mathml|tex)/i.test(type)) return
    this.#formula = []
    this.#isTex = /tex/i.test(type)
  }
}

/** CSS classes of pictures that show a formula. Their alternative text is the formula in TeX. */
const TEX_PICTURE = /(?:^|\s)(?:mwe-math-fallback-image|latex|tex)(?:$|[\s-])/i

/**
 * Removes the drawings of a formula that MathJax 2 puts before its script. Returns false if one of them already has the
 * formula in MathML.
 */
function removeDrawings(place: PageElement): boolean {
  for (let node = place.lastChild; node;) {
    const before: PageElement | null = node.previousSibling
    const isDrawing = /(?:^|\s)MathJax/.test(node.getAttribute?.('class') ?? '')
    if (!isDrawing && (node.nodeType === 1 || node.nodeValue?.trim())) return true
    if (isDrawing && node.querySelector('math')) return false
    if (isDrawing) node.remove()
    node = before
  }
  return true
}

/** Whether the page has the formula of a picture in MathML too. */
function hasFormulaBefore(place: PageElement): boolean {
  const before = place.lastChild
  return before?.nodeType === 1 && (before.localName === 'math' || before.querySelector('math') !== null)
}

function copyAttributes(attributes: Record<string, string>, element: PageElement): void {
  for (const [name, value] of Object.entries(attributes)) {
    // Shorten values, because long attributes contain pictures and other data.
    if (KEPT_ATTRIBUTES.has(name)) element.setAttribute(name, value.slice(0, name === 'content' ? 4_000 : 1_000))
  }
}

/**
 * Whether an element only formats text. Such elements are dropped, because unclosed ones would contain the rest of the
 * page.
 */
function isMereFormat(name: string, attributes: Record<string, string>): boolean {
  return MERE_FORMAT.has(name) && !MEANINGFUL.some((attribute) => attributes[attribute])
}

/** Some editors mark superscript and subscript only by a style. */
function raisedName(style = ''): 'sup' | 'sub' | undefined {
  const position = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\s*(?:!|;|$)/i.exec(style)?.[1]?.toLowerCase()
  return position === 'super' ? 'sup' : position === 'sub' ? 'sub' : undefined
}

const MEANINGFUL = ['class', 'id', 'itemprop', 'slot', 'aria-hidden', 'aria-label']
const MERE_FORMAT = new Set('b i em strong u font big small mark span bdi tt nobr'.split(' '))

const LEFT_OUT = wordSet(`script style template noscript svg iframe object embed canvas audio video img
  source track map area frame frameset input textarea select button option datalist amp-ad amp-analytics amp-img
  amp-iframe amp-consent amp-sidebar wbr`)

/** Elements whose content a script may show: templates, and the text for browsers without scripts. */
const REVEALED = new Set(['template', 'noscript'])

const HEAD_TAGS = new Set(['title', 'meta', 'link', 'base'])

const KEPT_ATTRIBUTES = wordSet(`class id role lang dir rel href name property content http-equiv colspan rowspan
  slot start value reversed open datetime itemprop itemscope itemtype aria-label data-component data-testid action width
  align linethickness notation close separators`)

const BLOCK_TAGS = wordSet(`p div section article main header footer aside nav ul ol li dl dt dd h1 h2 h3 h4 h5 h6
  blockquote pre table tr figure figcaption center form`)
