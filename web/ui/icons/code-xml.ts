// Made by `npm run icons`.
import { lucideIcon } from '../lucide-icon.ts'
export const CodeXml = /* @__PURE__ */ lucideIcon('code-xml code-2', [["path",{"d":"m18 16 4-4-4-4"}],["path",{"d":"m6 8-4 4 4 4"}],["path",{"d":"m14.5 4-5 16"}]])
