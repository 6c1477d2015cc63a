// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Info = /* @__PURE__ */ lucideIcon('info', [["circle",{"cx":"12","cy":"12","r":"10"}],["path",{"d":"M12 16v-4"}],["path",{"d":"M12 8h.01"}]])
