import type { Platform } from '#core/platforms/platform.ts'
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
import type { GalleryLook } from '../writing/media/picture-gallery.tsx'

type Action = { icon: LucideIcon; label?: 'like' | 'comment' | 'repost' | 'send' | 'share' }

export type NetworkLook = {
  /** The position of the post's text: below the author's name, or next to the avatar as on X. */
  text: 'under' | 'beside'
  /** Whether the network shows posts in a smaller font: 15 px with a line height of 20 px. */
  isCompact?: boolean
  /** Whether the author's name begins the text below the picture. */
  hasNameInText?: boolean
  avatarSize: 32 | 36 | 40 | 44
  author: 'name' | 'name-and-handle' | 'handle'
  hasPictureFirst: boolean
  gallery: GalleryLook
  /** The first line of the network's link card: the page's title or host. Null if only the network knows it. */
  linkCard: 'title' | 'host' | null
  actions: readonly Action[]
}

export const NETWORK_LOOK: Record<Platform, NetworkLook> = {
  linkedin: {
    text: 'under',
    avatarSize: 44,
    author: 'name',
    hasPictureFirst: false,
    gallery: 'beside',
    linkCard: 'title',
    actions: [
      { icon: ThumbsUp, label: 'like' },
      { icon: MessageSquareText, label: 'comment' },
      { icon: Repeat2, label: 'repost' },
      { icon: Send, label: 'send' },
    ],
  },
  twitter: {
    text: 'beside',
    isCompact: true,
    avatarSize: 40,
    author: 'name-and-handle',
    hasPictureFirst: false,
    gallery: 'mosaic',
    linkCard: null,
    actions: [
      { icon: MessageCircle },
      { icon: Repeat2 },
      { icon: Heart },
      { icon: ChartNoAxesColumn },
      { icon: Bookmark },
    ],
  },
  facebook: {
    text: 'under',
    avatarSize: 40,
    author: 'name',
    hasPictureFirst: false,
    gallery: 'below',
    linkCard: 'host',
    actions: [
      { icon: ThumbsUp, label: 'like' },
      { icon: MessageCircle, label: 'comment' },
      { icon: Share2, label: 'share' },
    ],
  },
  instagram: {
    text: 'under',
    avatarSize: 32,
    author: 'handle',
    hasNameInText: true,
    hasPictureFirst: true,
    gallery: 'carousel',
    linkCard: null,
    actions: [{ icon: Heart }, { icon: MessageCircle }, { icon: Send }],
  },
  threads: {
    text: 'beside',
    isCompact: true,
    avatarSize: 36,
    author: 'handle',
    hasPictureFirst: false,
    gallery: 'strip',
    linkCard: null,
    actions: [{ icon: Heart }, { icon: MessageCircle }, { icon: Repeat2 }, { icon: Send }],
  },
}
