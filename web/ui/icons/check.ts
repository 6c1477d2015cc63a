// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Check = /* @__PURE__ */ lucideIcon('check', [["path",{"d":"M20 6 9 17l-5-5"}]])
