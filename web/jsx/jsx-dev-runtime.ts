import { Fragment, jsxDEV as jsxDevOfReact } from 'react/jsx-dev-runtime'
import { withTextInElements } from './text-in-elements.ts'

export { Fragment }
export type { JSX } from 'react/jsx-dev-runtime'

export const jsxDEV: typeof jsxDevOfReact = (type, props, ...rest) =>
  jsxDevOfReact(type, withTextInElements(type, props), ...rest)
