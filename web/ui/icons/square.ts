// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Square = /* @__PURE__ */ lucideIcon('square', [["rect",{"width":"18","height":"18","x":"3","y":"3","rx":"2"}]])
