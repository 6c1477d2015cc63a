import { createElement as createElementOfReact } from 'react'
import { withTextInElements } from './text-in-elements.ts'

/** The compiler calls this instead of `jsx` for an element whose `key` follows a spread. */
export const createElement = ((type: string, props: Record<string, unknown> | null, ...children: unknown[]) => {
  const given = children.length === 0 ? props : { ...props, children: children.length === 1 ? children[0] : children }
  return createElementOfReact(type, given && withTextInElements(type, given))
}) as typeof createElementOfReact
