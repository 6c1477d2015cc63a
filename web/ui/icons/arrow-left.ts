// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const ArrowLeft = /* @__PURE__ */ lucideIcon('arrow-left', [["path",{"d":"m12 19-7-7 7-7"}],["path",{"d":"M19 12H5"}]])
