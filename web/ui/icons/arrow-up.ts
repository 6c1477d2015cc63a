// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const ArrowUp = /* @__PURE__ */ lucideIcon('arrow-up', [["path",{"d":"m5 12 7-7 7 7"}],["path",{"d":"M12 19V5"}]])
