// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const ChevronDown = /* @__PURE__ */ lucideIcon('chevron-down', [["path",{"d":"m6 9 6 6 6-6"}]])
