// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Target = /* @__PURE__ */ lucideIcon('target', [["circle",{"cx":"12","cy":"12","r":"10"}],["circle",{"cx":"12","cy":"12","r":"6"}],["circle",{"cx":"12","cy":"12","r":"2"}]])
