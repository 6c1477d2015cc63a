import { CalendarDays, LayoutDashboard, PenLine, Plug, type LucideIcon } from 'lucide-react'

/** What the header and the bottom bar lead to. */
export const DESTINATIONS = [
  { path: '/', name: 'dashboard', icon: LayoutDashboard },
  { path: '/schedule', name: 'schedule', icon: CalendarDays },
  { path: '/create', name: 'create', icon: PenLine },
  { path: '/social-accounts', name: 'accounts', icon: Plug },
] as const satisfies readonly { path: string; name: string; icon: LucideIcon }[]
