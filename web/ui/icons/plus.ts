// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Plus = /* @__PURE__ */ lucideIcon('plus', [["path",{"d":"M5 12h14"}],["path",{"d":"M12 5v14"}]])
