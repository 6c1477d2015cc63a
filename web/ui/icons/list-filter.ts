// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const ListFilter = /* @__PURE__ */ lucideIcon('list-filter', [["path",{"d":"M2 5h20"}],["path",{"d":"M6 12h12"}],["path",{"d":"M9 19h6"}]])
