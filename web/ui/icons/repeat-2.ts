// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Repeat2 = /* @__PURE__ */ lucideIcon('repeat-2', [["path",{"d":"m2 9 3-3 3 3"}],["path",{"d":"M13 18H7a2 2 0 0 1-2-2V6"}],["path",{"d":"m22 15-3 3-3-3"}],["path",{"d":"M11 6h6a2 2 0 0 1 2 2v10"}]])
