import { appliesToScreen } from './media-queries.ts'
import { wordSet } from '#core/word-lists.ts'

/** CSS values by property, in lower case. Contains only the properties that `READ` names. */
export type Declarations = ReadonlyMap<string, string>

/** The properties of an element that selectors test. */
export interface StyledElement {
  name: string
  id: string
  /** The class names, each between blanks. */
  classes: string
  /** The element's position among the children of its parent, from 1. */
  place: number
}

export const styledElement = (name: string, attributes: Record<string, string>, place: number): StyledElement => ({
  name,
  place,
  id: attributes['id'] ?? '',
  classes: ` ${(attributes['class'] ?? '').slice(0, LONGEST_CLASSES).replaceAll(/\s+/g, ' ').trim()} `,
})

const LONGEST_CLASSES = 1_000

interface Selector {
  /** The compound selectors, the last one first, each with the combinator before it. */
  parts: { compound: Compound; isChild: boolean }[]
  weight: number
}

interface Compound {
  name: string
  ids: string[]
  classes: string[]
  /** The position among siblings that `:first-child` or `:nth-child(2)` requires. */
  place: number | undefined
}

interface Rule extends Selector {
  declarations: Map<string, string>
  order: number
}

/** The maximum numbers of characters of style sheets, of rules, and of rules for one class that Frogy reads. */
const MAX_CSS = 500_000
const MAX_RULES = 5_000
const MAX_RULES_PER_KEY = 40

/** The maximum number of comparisons of an element with a part of a selector. It limits the time for hostile pages. */
const MAX_STEPS = 1_000_000

/** The rules of a page's `<style>` elements that apply to a usual screen before any script has run. */
export class PageStyles {
  readonly #rules = new Map<string, Rule[]>()
  #steps = 0

  constructor(html: string) {
    const rules: Rule[] = []
    const shown = { display: new Set<string>(), visibility: new Set<string>(), place: new Set<string>() }
    for (const { selectors, declarations: css, isFallback } of rulesOf(html)) {
      if (rules.length >= MAX_RULES) break
      const declarations = declarationsOf(css)
      if (declarations.size === 0) continue
      for (const text of withAlternatives(selectors).split(',')) {
        noteShown(shown, text.trim().slice(-200), declarations)
        // Rules for browsers without scripts do not count as hiding. They only show which elements a script reveals.
        const selector = isFallback ? null : selectorOf(text.trim())
        if (selector) rules.push({ ...selector, declarations: new Map(declarations), order: rules.length })
      }
    }
    for (const rule of rules) {
      const compound = rule.parts[0]!.compound
      const names = [...compound.classes.map((name) => `.${name}`), ...compound.ids.map((id) => `#${id}`)]
      withoutShown(rule.declarations, names, shown)
      const key = names.at(-1) ?? compound.name
      const own = this.#rules.get(key)
      if (!own) this.#rules.set(key, [rule])
      else if (own.length < MAX_RULES_PER_KEY) own.push(rule)
    }
  }

  /** The declarations for an element, from the style sheets and its `style` attribute. */
  of(element: StyledElement, inline: string | undefined, ancestors: readonly StyledElement[]): Declarations {
    const own = inline ? declarationsOf(inline) : null
    if (this.#rules.size === 0) return own ?? NONE
    const keys = [
      element.name,
      '*',
      ...element.classes
        .split(' ')
        .filter(Boolean)
        .map((name) => `.${name}`),
    ]
    if (element.id) keys.push(`#${element.id}`)
    const found = keys
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter((rule) => this.#isMatch(rule, 0, element, ancestors, ancestors.length))
    if (found.length === 0) return own ?? NONE
    const merged = new Map<string, string>()
    const isImportant = (property: string) => IMPORTANT.test(merged.get(property) ?? '')
    const sorted = found.toSorted((a, b) => a.weight - b.weight || a.order - b.order)
    for (const declarations of [...sorted.map((rule) => rule.declarations), ...(own ? [own] : [])]) {
      for (const [property, value] of declarations)
        if (!isImportant(property) || IMPORTANT.test(value)) merged.set(property, value)
    }
    return merged
  }

  #isMatch(
    { parts }: Selector,
    at: number,
    element: StyledElement,
    ancestors: readonly StyledElement[],
    depth: number,
  ): boolean {
    if (++this.#steps > MAX_STEPS) return false
    const { compound, isChild } = parts[at]!
    if (!isCompound(compound, element)) return false
    if (at === parts.length - 1) return true
    for (let index = depth - 1; index >= 0; index--) {
      if (this.#isMatch({ parts, weight: 0 }, at + 1, ancestors[index]!, ancestors, index)) return true
      if (isChild || this.#steps > MAX_STEPS) return false
    }
    return false
  }
}

const NONE: Declarations = new Map()
const IMPORTANT = /!\s*important$/

const isCompound = ({ name, ids, classes, place }: Compound, element: StyledElement): boolean =>
  (name === '*' || name === element.name) &&
  (place === undefined || place === element.place) &&
  ids.every((id) => id === element.id) &&
  classes.every((each) => element.classes.includes(` ${each} `))

/** The classes and ids that a rule makes visible, by the kind of hiding that the rule undoes. */
type Shown = Record<'display' | 'visibility' | 'place', Set<string>>

/**
 * If a rule shows its element, records the class or id at the end of the selector. A script may add or remove that
 * class to show hidden text.
 */
function noteShown(shown: Shown, selector: string, declarations: Declarations): void {
  const subject = /[.#][\w-]+$/.exec(selector)?.[0]
  if (!subject) return
  const display = declarations.get('display')
  const visibility = declarations.get('visibility')
  if (display && !display.startsWith('none')) shown.display.add(subject)
  if (visibility?.startsWith('visible')) shown.visibility.add(subject)
  const isFlowing = /^(?:static|relative)/.test(declarations.get('position') ?? '')
  const isMoved = PLACES.some((property) => declarations.has(property)) && !/-\d{3}/.test(valuesOf(declarations))
  const isClipped = /rect\(|inset\(|polygon\(/.test(valuesOf(declarations))
  if ((isFlowing || isMoved) && !isClipped) shown.place.add(subject)
}

const PLACES = ['left', 'right', 'top', 'text-indent', 'clip', 'clip-path', 'transform']
const valuesOf = (declarations: Declarations): string => [...declarations.values()].join(' ')

function withoutShown(declarations: Map<string, string>, names: readonly string[], shown: Shown): void {
  const isIn = (kind: keyof Shown) => names.some((name) => shown[kind].has(name))
  if (declarations.get('display')?.startsWith('none') && isIn('display')) declarations.delete('display')
  if (/^(?:hidden|collapse)/.test(declarations.get('visibility') ?? '') && isIn('visibility'))
    declarations.delete('visibility')
  if (isIn('place')) for (const property of [...PLACES, 'overflow']) declarations.delete(property)
}

/** Reads declarations such as `left: -9999px; top: 0`. */
function declarationsOf(css: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of css.split(';')) {
    const colon = part.indexOf(':')
    const property = part.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (READ.has(property))
      found.set(
        property,
        part
          .slice(colon + 1, colon + 201)
          .trim()
          .toLowerCase(),
      )
  }
  return found
}

const READ = wordSet(`display visibility position left right top bottom inset-inline-start margin-left margin-top
  margin-inline-start padding-left padding-top padding-inline-start text-indent clip clip-path -webkit-clip-path transform
  translate width height max-width max-height overflow overflow-x overflow-y font font-size opacity text-decoration
  text-decoration-line -webkit-text-decoration -webkit-text-decoration-line float initial-letter transition animation animation-name`)

/** Writes `.a:is(.b, .c)` as `.a.b, .a.c`. Does this only for alternatives of classes and ids. */
function withAlternatives(selectors: string): string {
  if (!/:(?:is|where)\(/i.test(selectors)) return selectors
  return selectors.replaceAll(
    /([^,()]*):(?:is|where)\(([^()]*)\)([^,()]*)/gi,
    (_, before: string, all: string, after: string) =>
      all
        .split(',')
        .map((each) => `${before}${each.trim()}${after}`)
        .join(','),
  )
}

/** Parses a selector of names, classes and ids, as descendants or children. Null for all others. */
function selectorOf(text: string): Selector | null {
  if (text.length > 200) return null
  const parts: Selector['parts'] = []
  let weight = 0
  let isChild = false
  for (const piece of text.replaceAll('>', ' > ').split(/\s+/).filter(Boolean)) {
    if (piece === '>') {
      isChild = true
      continue
    }
    // Ignore conditions such as `:not(:focus)`, because they hold until the visitor touches the element.
    const [, child] = /:(first-child|nth-child\(\d{1,3}\))/i.exec(piece) ?? []
    const plain = piece
      .replaceAll(/:not\(:(?:focus|focus-within|focus-visible|active|hover|target)\)/gi, '')
      .replace(/:(?:first-child|nth-child\(\d{1,3}\))/i, '')
    const place = child === undefined ? undefined : Number(/\d+/.exec(child)?.[0] ?? 1)
    const [, name = '*', rest = ''] = /^([a-z][\w-]*|\*)?((?:[.#](?:[\w-]|\P{ASCII}|\\.)+)*)$/iu.exec(plain) ?? []
    if (plain === '' || (name === '*' && rest === '' && plain !== '*')) return null
    const names = rest.match(/[.#](?:[\w-]|\P{ASCII}|\\.)+/gu)?.map((each) => each.replaceAll('\\', '')) ?? []
    const of = (sign: string) => names.filter((each) => each.startsWith(sign)).map((each) => each.slice(1))
    const compound = { name: name.toLowerCase(), ids: of('#'), classes: of('.'), place }
    weight +=
      10_000 * compound.ids.length +
      100 * (compound.classes.length + piece.split(/:not\(|:(?:first|nth)-child/).length - 1)
    weight += name === '*' ? 0 : 1
    parts.unshift({ compound, isChild })
    isChild = false
  }
  return parts.length === 0 || isChild || parts.length > 8 ? null : { parts, weight }
}

interface CssRule {
  selectors: string
  declarations: string
}

/** Lists the rules of all `<style>` elements for screens. Marks those for browsers without scripts as fallbacks. */
function* rulesOf(html: string): Generator<CssRule & { isFallback: boolean }> {
  let left = MAX_CSS
  for (const { css, isFallback } of sheetsIn(html)) {
    for (const rule of rulesIn(withoutComments(css.slice(0, left)))) yield { ...rule, isFallback }
    left -= css.length
    if (left <= 0) return
  }
}

/** Lists the `<style>` elements that apply to screens, outside comments and scripts. */
function* sheetsIn(html: string): Generator<{ css: string; isFallback: boolean }> {
  let inside: 'comment' | 'script' | 'style' | null = null
  let isFallback = false
  let start = -1
  /** For each open template, whether only scripts use its content. */
  const templates: boolean[] = []
  let unused = 0
  for (const { 0: mark, 1: slash, 2: tag, index } of html.matchAll(MARKUP)) {
    const name = tag?.toLowerCase()
    if (inside === 'comment') {
      if (mark === '-->') inside = null
    } else if (inside) {
      if (!slash || name !== inside) continue
      if (inside === 'style' && start >= 0) yield { css: html.slice(start, index), isFallback }
      inside = null
    } else if (mark === '<!--') inside = 'comment'
    else if (name === 'noscript') isFallback = slash === ''
    else if (name === 'template') {
      const isUnused = !/\sshadowroot/i.test(html.slice(index, index + 200).split('>', 1)[0] ?? '')
      if (!slash) templates.push(isUnused)
      if (slash ? templates.pop() : isUnused) unused += slash ? -1 : 1
    } else if (name && !slash) {
      inside = name as 'script' | 'style'
      if (name === 'style') start = unused > 0 ? -1 : startOfSheet(html, index)
    }
  }
  if (inside === 'style' && start >= 0) yield { css: html.slice(start), isFallback }
}

const MARKUP = /<!--(?!-?>)|-->|<(\/?)(style|script|noscript|template)\b/gi

/** Where the text of a `<style>` element begins. -1 if the element is not for screens. */
function startOfSheet(html: string, index: number): number {
  const tag = /^<style((?:[^>"']|"[^"]*"|'[^']*')*)>/i.exec(html.slice(index, index + 1_000))
  if (!tag) return -1
  const attribute = (name: RegExp) => (name.exec(tag[1] ?? '') ?? []).slice(1).find((value) => value !== undefined)
  const media = attribute(/\bmedia\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i) ?? ''
  const type = attribute(/\btype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i) ?? ''
  return appliesToScreen(media) && /^\s*(?:text\/css)?\s*$/i.test(type) ? index + tag[0].length : -1
}

function withoutComments(css: string): string {
  const parts = css.replaceAll(/<!--|-->/g, '').split('/*')
  return parts
    .map((part, at) => (at === 0 ? part : part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))
    .join('')
}

/** Lists a style sheet's rules, with those inside other rules, `@media` and similar blocks that apply to screens. */
function* rulesIn(css: string): Generator<CssRule> {
  const open: { kind: 'group' | 'rule' | 'skipped'; selectors: string; declarations: string }[] = []
  let start = 0
  let nestedRules = 0
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    const inner = open.at(-1)
    const before = css.slice(start, index)
    start = index + 1
    if (sign === '{') {
      if (inner?.kind === 'rule') {
        yield { ...inner }
        inner.declarations = ''
      }
      const outer = inner?.selectors ?? ''
      if (outer !== '') nestedRules++
      const isSkipped = inner?.kind === 'skipped' || nestedRules > MAX_RULES || open.length > MAX_NESTING
      const kind = isSkipped ? 'skipped' : kindOfBlock(before.trim())
      if (kind === 'rule') open.push({ kind, selectors: nested(outer, before.trim()), declarations: '' })
      else open.push({ kind: kind === 'group' && outer !== '' ? 'rule' : kind, selectors: outer, declarations: '' })
      continue
    }
    if (inner?.kind === 'rule') inner.declarations += `${before};`
    if (sign === ';') continue
    const closed = open.pop()
    if (closed?.kind === 'rule') yield { ...closed }
  }
}

/** The selectors of a rule inside another one. `&` stands for the outer selector. */
function nested(outer: string, inner: string): string {
  if (outer === '') return inner
  const [ones, others] = [outer, inner].map((list) => list.slice(0, LONGEST_SELECTORS).split(',', MAX_ALTERNATIVES))
  return ones!
    .flatMap((one) => others!.map((each) => (each.includes('&') ? each.replace('&', () => one) : `${one} ${each}`)))
    .join(',')
}

const MAX_NESTING = 20
const MAX_ALTERNATIVES = 8
const LONGEST_SELECTORS = 1_000

function kindOfBlock(before: string): 'group' | 'rule' | 'skipped' {
  if (!before.startsWith('@')) return 'rule'
  if (/^@(?:supports|layer)\b/i.test(before)) return 'group'
  const media = /^@media\b(.*)$/is.exec(before.slice(0, 500))?.[1]
  return media !== undefined && appliesToScreen(media) ? 'group' : 'skipped'
}
