// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Clock = /* @__PURE__ */ lucideIcon('clock', [["circle",{"cx":"12","cy":"12","r":"10"}],["path",{"d":"M12 6v6l4 2"}]])
