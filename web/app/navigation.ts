import {
  CalendarDays,
  ChartNoAxesColumn,
  CodeXml,
  LayoutDashboard,
  Menu,
  MessageCircle,
  PenLine,
  Plug,
  Settings,
  UserRound,
  type LucideIcon,
} from 'lucide-react'

type Destinations = readonly { path: string; name: string; icon: LucideIcon }[]

/** The pages that are gone to daily. */
const DESTINATIONS = [
  { path: '/', name: 'dashboard', icon: LayoutDashboard },
  { path: '/schedule', name: 'schedule', icon: CalendarDays },
  { path: '/create', name: 'create', icon: PenLine },
  { path: '/ask-frogy', name: 'ask', icon: MessageCircle },
  { path: '/analytics', name: 'analytics', icon: ChartNoAxesColumn },
  { path: '/social-accounts', name: 'accounts', icon: Plug },
] as const satisfies Destinations

/** What is the person's own: the menu at their picture leads there. */
export const PERSONAL = [
  { path: '/profile', name: 'profile', icon: UserRound },
  { path: '/settings', name: 'settings', icon: Settings },
] as const satisfies Destinations

/** Every page of the app that one goes to: in the palette, and in the menu of a phone. */
export const PLACES = [
  ...DESTINATIONS,
  ...PERSONAL,
  { path: '/settings/developers', name: 'developers', icon: CodeXml },
] as const satisfies Destinations

const [DASHBOARD, SCHEDULE, CREATE, ASK] = DESTINATIONS

/** What the header and the bar at the bottom lead to: the other pages stand in the menu. */
export const MAIN_DESTINATIONS = [
  DASHBOARD,
  SCHEDULE,
  CREATE,
  ASK,
  { path: '/menu', name: 'menu', icon: Menu },
] as const
export type MainEntry = (typeof MAIN_DESTINATIONS)[number]

/** The one among them that is a button: what everybody comes for. */
export const PROMINENT = CREATE.path
