// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const GripVertical = /* @__PURE__ */ lucideIcon('grip-vertical', [["circle",{"cx":"9","cy":"12","r":"1"}],["circle",{"cx":"9","cy":"5","r":"1"}],["circle",{"cx":"9","cy":"19","r":"1"}],["circle",{"cx":"15","cy":"12","r":"1"}],["circle",{"cx":"15","cy":"5","r":"1"}],["circle",{"cx":"15","cy":"19","r":"1"}]])
