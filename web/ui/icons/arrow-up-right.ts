// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const ArrowUpRight = /* @__PURE__ */ lucideIcon('arrow-up-right', [["path",{"d":"M7 7h10v10"}],["path",{"d":"M7 17 17 7"}]])
