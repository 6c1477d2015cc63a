// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const ChevronRight = /* @__PURE__ */ lucideIcon('chevron-right', [["path",{"d":"m9 18 6-6-6-6"}]])
