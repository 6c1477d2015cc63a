// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const ArrowDown = /* @__PURE__ */ lucideIcon('arrow-down', [["path",{"d":"M12 5v14"}],["path",{"d":"m19 12-7 7-7-7"}]])
