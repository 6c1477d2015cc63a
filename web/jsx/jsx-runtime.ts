import { Fragment, jsx as jsxOfReact, jsxs as jsxsOfReact } from 'react/jsx-runtime'
import { withTextInElements } from './text-in-elements.ts'

export { Fragment }
export type { JSX } from 'react/jsx-runtime'

// The compiler calls these functions for every element in web/ (`jsxImportSource` in tsconfig.json and
// vite.config.ts).

export const jsx: typeof jsxOfReact = (type, props, key) => jsxOfReact(type, withTextInElements(type, props), key)
export const jsxs: typeof jsxsOfReact = (type, props, key) => jsxsOfReact(type, withTextInElements(type, props), key)
