import type { PostActionIcon } from '#core/platforms/platform-rules.ts'
import {
  Bookmark,
  ChartNoAxesColumn,
  Heart,
  MessageCircle,
  MessageSquareText,
  Repeat2,
  Send,
  Share2,
  ThumbsUp,
  type LucideIcon,
} from '../ui/icons.ts'

/** The icons of the buttons under a post's preview. */
export const ACTION_ICONS: Record<PostActionIcon, LucideIcon> = {
  thumb: ThumbsUp,
  heart: Heart,
  'text-bubble': MessageSquareText,
  bubble: MessageCircle,
  repost: Repeat2,
  send: Send,
  share: Share2,
  chart: ChartNoAxesColumn,
  bookmark: Bookmark,
}
