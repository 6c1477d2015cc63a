import {
  CalendarDays,
  ChartNoAxesColumn,
  CodeXml,
  LayoutDashboard,
  Menu,
  MessageCircle,
  PenLine,
  Plug,
  Rss,
  Settings,
  UserRound,
  UsersRound,
  type LucideIcon,
} from '../ui/icons.ts'
import { mayAs } from '../lib/role.ts'
import { routeAt } from './routes.ts'

const isOffered = ({ path }: { path: string }): boolean => mayAs(routeAt(path).least)

type Destinations = readonly { path: string; name: string; icon: LucideIcon }[]

const DESTINATIONS = [
  { path: '/', name: 'dashboard', icon: LayoutDashboard },
  { path: '/schedule', name: 'schedule', icon: CalendarDays },
  { path: '/create', name: 'create', icon: PenLine },
  { path: '/ask-frogy', name: 'ask', icon: MessageCircle },
  { path: '/analytics', name: 'analytics', icon: ChartNoAxesColumn },
  { path: '/social-accounts', name: 'accounts', icon: Plug },
] as const satisfies Destinations

export const PERSONAL_PAGES = [
  { path: '/profile', name: 'profile', icon: UserRound },
  { path: '/settings', name: 'settings', icon: Settings },
] as const satisfies Destinations

const PAGES = [
  ...DESTINATIONS,
  { path: '/feeds', name: 'feeds', icon: Rss },
  ...PERSONAL_PAGES,
  { path: '/team', name: 'team', icon: UsersRound },
  { path: '/settings/developers', name: 'developers', icon: CodeXml },
] as const satisfies Destinations

export const ALL_PAGES = PAGES.filter(isOffered)

const [DASHBOARD, SCHEDULE, CREATE, ASK] = DESTINATIONS

const MAIN = [DASHBOARD, SCHEDULE, CREATE, ASK, { path: '/menu', name: 'menu', icon: Menu }] as const
export const MAIN_DESTINATIONS = MAIN.filter(isOffered)
export type MainEntry = (typeof MAIN_DESTINATIONS)[number]

export const PROMINENT_PATH = CREATE.path
