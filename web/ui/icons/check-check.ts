// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const CheckCheck = /* @__PURE__ */ lucideIcon('check-check', [["path",{"d":"M18 6 7 17l-5-5"}],["path",{"d":"m22 10-7.5 7.5L13 16"}]])
