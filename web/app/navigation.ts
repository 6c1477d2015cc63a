import { CalendarDays, LayoutDashboard, Menu, PenLine, Plug, Settings, type LucideIcon } from 'lucide-react'

/** What the header leads to: the pages that are gone to daily. */
export const DESTINATIONS = [
  { path: '/', name: 'dashboard', icon: LayoutDashboard },
  { path: '/schedule', name: 'schedule', icon: CalendarDays },
  { path: '/create', name: 'create', icon: PenLine },
  { path: '/social-accounts', name: 'accounts', icon: Plug },
] as const satisfies readonly { path: string; name: string; icon: LucideIcon }[]

/** What the account's menu leads to. */
export const OWN_PLACES = [{ path: '/settings', name: 'settings', icon: Settings }] as const satisfies readonly {
  path: string
  name: string
  icon: LucideIcon
}[]

/** Every page of the app that one goes to: in the palette, and in the menu of a phone. */
export const PLACES = [...DESTINATIONS, ...OWN_PLACES]

const [DASHBOARD, SCHEDULE, CREATE] = DESTINATIONS

/** What the bar at the bottom leads to: the pages beyond the first stand in the menu. */
export const BOTTOM_DESTINATIONS = [DASHBOARD, SCHEDULE, CREATE, { path: '/menu', name: 'menu', icon: Menu }] as const
export type BottomEntry = (typeof BOTTOM_DESTINATIONS)[number]

/** The one among them that is a button: what everybody comes for. */
export const PROMINENT = CREATE.path
