// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Columns2 = /* @__PURE__ */ lucideIcon('columns-2 columns', [["rect",{"width":"18","height":"18","x":"3","y":"3","rx":"2"}],["path",{"d":"M12 3v18"}]])
