import type { VideoType } from '../video/video-facts.ts'
import type { PostOption } from './post-options.ts'

/**
 * The differences between networks that the browser also needs. Shared code reads these properties and never checks a
 * network's name. The values are in `<network>/rules.ts`.
 */
export type PlatformRules = Brand & {
  /**
   * How people connect an account. `consent` is the network's consent page, for which the operator registers an app. A
   * form (connect-forms.ts) needs nothing from the operator.
   */
  connecting: 'consent' | 'form'
  limits: Limits
  needsMedia: boolean
  /** The network downloads pictures from a URL, so it must be able to reach this installation. */
  fetchesPictures: boolean
  video: VideoRules
  /** The PDF documents that a post may have. None if absent. */
  document?: { maxBytes: number; maxPages?: number }
  /** Whether Frogy must send a link card with the post, because the network does not read the linked page. */
  isGivenCards: boolean
  /** Whether readers can open a link in a post's text. */
  hasLinksInText: boolean
  /** Whether a draft from a web page ends with the page's address by default. */
  takesSourceLink: boolean
  /** Whether the network shows the author's headline with each post. */
  showsHeadline: boolean
  /** Whether an ordinary app may list an account's posts. Frogy can then look up a post after a lost response. */
  tellsOwnPosts: boolean
  /**
   * Accounts with this scope are an organization's pages. The network lists the posts of a page even if it lists no
   * other posts.
   */
  pageScope?: string
  /** Whether the network rejects a text that the account posted before, even days ago. */
  rejectsRepeats?: true
  /** Whether a post can continue as a thread of replies. The adapter of such a network publishes with `replyTo`. */
  threads?: true
  /**
   * Whether users can search the people on the network to mention them. The adapter of such a network has
   * `searchPeople`.
   */
  findsPeople?: true
  /** The longest first comment, for a network with comments. Networks with `threads` publish another part instead. */
  commentLimit?: number
  /**
   * How Frogy deletes a post: with the scope for posting, or with an extra `scope`. With `by-hand`, only the user can
   * delete it.
   */
  removal: 'as-posting' | { scope: string } | 'by-hand'
  /**
   * Characters that only this network refuses, such as a byte order mark. No network accepts U+0000 or unpaired
   * surrogates.
   */
  forbiddenCharacters: string
  /**
   * Whether the editor offers this network as a target. An existing post keeps its network, even if the editor does not
   * offer it.
   */
  offeredWhenEditing: boolean
  /** The page on which users see their own posts, for a network without profile URLs. */
  ownPostsUrl: string | null
  /** Accounts are on independent servers, so an outage of some accounts does not affect the others. */
  hasManyServers?: true
  /** The maximum number of empty sections in an outline. Set for networks with short texts. */
  outlineSections?: number
  /** Where the feed cuts a long post with "… more". Null if the feed shows the whole text. */
  fold: Fold | null
}

/**
 * The video files that a network accepts, or that Frogy can send to it. Where sources disagree, the smaller limit
 * applies.
 */
type VideoRules = {
  types: readonly VideoType[]
  /**
   * The accepted codecs of picture and sound. Absent if the network accepts any codec. A silent video is always
   * accepted.
   */
  codecs?: readonly string[]
  audio?: readonly string[]
  seconds: readonly [least: number, most: number]
  minBytes?: number
  maxBytes: number
  /** Limits of a video's width divided by its height. */
  ratio?: readonly [least: number, most: number]
  /** Limits of a video's frames per second. */
  frames?: readonly [least: number, most: number]
  maxWidth?: number
}

export type Brand = {
  name: string
  /** The network's icon in Font Awesome's package of brands. `npm run icons` copies it. */
  icon: `fa${string}`
  /** The background colour of the network's badge. The icon on it is white. */
  colour: `#${string}`
  /** The part of the badge's width that the icon fills, from 0 to 1. Default: 0.6. */
  markSize?: number
}

/** How a network measures the length of a text. `countFor` implements each unit. */
export type CountingUnit =
  | 'utf16-units'
  | 'weighted'
  | 'characters-and-emoji-bytes'
  | 'graphemes'
  /** Graphemes, or a tenth of the UTF-8 bytes if that is more. */
  | 'graphemes-and-bytes'
  /** Graphemes, but each link counts as 23, and a mention counts without its server. */
  | 'graphemes-and-short-links'

export type Limits = {
  textLimit: number
  /** The limit of a text below pictures, if it is smaller than `textLimit`. */
  captionLimit?: number
  countedIn: CountingUnit
  /** The limit that the editor's counter shows, in UTF-16 units. */
  previewLimit: number
  /** The maximum numbers of hashtags, mentions and links per post. Unlimited if missing. */
  hashtagLimit?: number
  mentionLimit?: number
  linkLimit?: number
}

/** The feed cuts a text at whichever limit comes first. No network documents these limits: see preview-fold.ts. */
export type Fold = { characters: number; lines: number; charactersPerLine: number }

/** How the preview imitates the network's feed, and other properties that few pages load. */
export type PlatformLook = {
  /** Other names that people write for the network, in English and Arabic. */
  aliases: readonly string[]
  /** The position of the post's text: below the author's name, or next to the avatar as on X. */
  text: 'under' | 'beside'
  /** Whether the network shows posts in a smaller font: 15 px with a line height of 20 px. */
  isCompact?: boolean
  /** Whether the text below the picture starts with the author's name. */
  hasNameInText?: boolean
  avatarSize: 32 | 36 | 40 | 44
  author: 'name' | 'name-and-handle' | 'handle'
  hasPictureFirst: boolean
  gallery: 'beside' | 'mosaic' | 'below' | 'carousel' | 'strip'
  /** The first line of the network's link card: the page's title or host. Null if only the network knows it. */
  linkCard: 'title' | 'host' | null
  /** Whether a chosen frame can be shown before a video plays. */
  hasVideoCover?: true
  /** Whether the network shows an animated GIF, if it is a post's only picture. Other networks get its first frame. */
  showsAnimations?: true
  /** The largest captions file that can be sent with a video. Absent if the network accepts none. */
  maxCaptionBytes?: number
  /** The choices about a post that only this network has. None if absent. */
  options?: readonly PostOption[]
  /** The buttons that the preview shows under a post, with or without a label. */
  actions: readonly PostAction[]
}

type PostAction = { icon: PostActionIcon; label?: 'like' | 'comment' | 'repost' | 'send' | 'share' }
export type PostActionIcon =
  | 'thumb'
  | 'heart'
  | 'text-bubble'
  | 'bubble'
  | 'repost'
  | 'send'
  | 'share'
  | 'chart'
  | 'bookmark'
