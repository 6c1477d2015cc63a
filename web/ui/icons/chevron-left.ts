// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const ChevronLeft = /* @__PURE__ */ lucideIcon('chevron-left', [["path",{"d":"m15 18-6-6 6-6"}]])
