import { Fragment, jsx } from 'react/jsx-runtime'

/**
 * Gives each text next to other children an element. A browser that translates the page replaces text nodes, and React
 * fails when it moves or removes them; elements stay (docs/decisions/056-translated-pages.md).
 */
export function withTextInElements<Props>(type: unknown, props: Props): Props {
  if (typeof type === 'string' && ONLY_TEXT.has(type)) return props
  const { children } = props as { children?: unknown }
  if (Array.isArray(children)) {
    const wrapped = textInElements(children)
    return wrapped === children ? props : { ...props, children: wrapped }
  }
  // Text alone in an element is safe. A fragment is no element.
  return type === Fragment && isText(children) ? { ...props, children: elementFor(String(children), 0) } : props
}

/** May hold no elements. */
const ONLY_TEXT = new Set(
  'option optgroup select datalist title textarea style script noscript text tspan desc'.split(' '),
)

const isText = (child: unknown): child is string | number =>
  typeof child === 'number' || (typeof child === 'string' && child !== '')
const isNothing = (child: unknown): boolean => child === null || child === undefined || typeof child === 'boolean'

/** Neighbouring texts share one element, so that letters stay joined and flex boxes keep one item. */
function textInElements(children: unknown[]): unknown[] {
  if (!children.some((child) => isText(child) || Array.isArray(child))) return children
  const shown = [...children]
  for (let at = 0; at < children.length; at++) {
    const child: unknown = children[at]
    if (Array.isArray(child)) shown[at] = textInElements(child)
    if (!isText(child)) continue
    const start = at
    let text = ''
    for (; at < children.length && (isText(children[at]) || children[at] === '' || isNothing(children[at])); at++) {
      text += isNothing(children[at]) ? '' : String(children[at])
      if (at > start) shown[at] = null
    }
    at--
    // Translators leave white space alone.
    shown[start] = text.trim() === '' ? text : elementFor(text, start)
  }
  return shown
}

const elementFor = (text: string, at: number) => jsx('span', { children: text }, `text-${at}`)
