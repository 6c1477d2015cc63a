// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Ellipsis = /* @__PURE__ */ lucideIcon('ellipsis more-horizontal', [["circle",{"cx":"12","cy":"12","r":"1"}],["circle",{"cx":"19","cy":"12","r":"1"}],["circle",{"cx":"5","cy":"12","r":"1"}]])
