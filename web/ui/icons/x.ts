// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const X = /* @__PURE__ */ lucideIcon('x', [["path",{"d":"M18 6 6 18"}],["path",{"d":"m6 6 12 12"}]])
