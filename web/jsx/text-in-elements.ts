import { Fragment, jsx } from 'react/jsx-runtime'

/**
 * Wraps each text that has siblings in an element. When a browser translates a page, it replaces text nodes. React then
 * fails when it moves or removes the original nodes. See docs/decisions/056-translated-pages.md.
 */
export function withTextInElements<Props>(type: unknown, props: Props): Props {
  if (typeof type === 'string' && ONLY_TEXT.has(type)) return props
  const { children } = props as { children?: unknown }
  if (Array.isArray(children)) {
    const wrapped = textInElements(children)
    return wrapped === children ? props : { ...props, children: wrapped }
  }
  // Translation can safely replace a text that is the only child of an element. A fragment is not an element, so wrap
  // its text.
  return type === Fragment && isText(children) ? { ...props, children: elementFor(String(children), 0) } : props
}

/** Elements that may contain only text. */
const ONLY_TEXT = new Set(
  'option optgroup select datalist title textarea style script noscript text tspan desc'.split(' '),
)

const isText = (child: unknown): child is string | number =>
  typeof child === 'number' || (typeof child === 'string' && child !== '')
const isNothing = (child: unknown): boolean => child === null || child === undefined || typeof child === 'boolean'

/** Neighbouring texts share one element, so that Arabic letters stay joined and a flex box gets one item. */
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
    // Translation leaves white space unchanged, so it needs no element.
    shown[start] = text.trim() === '' ? text : elementFor(text, start)
  }
  return shown
}

const elementFor = (text: string, at: number) => jsx('span', { children: text }, `text-${at}`)
