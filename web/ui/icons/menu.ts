// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const Menu = /* @__PURE__ */ lucideIcon('menu', [["path",{"d":"M4 5h16"}],["path",{"d":"M4 12h16"}],["path",{"d":"M4 19h16"}]])
