/** The audience of a post. `unlisted` posts are public, but not in public timelines. */
export const VISIBILITIES = ['public', 'unlisted', 'followers'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const LONGEST_WARNING = 500

/** The author's choices about a post on one network. `PlatformLook.options` lists those of each network. */
export interface PostOptions {
  /** The visibility of the post. Default: the one that the account uses on the network. */
  visibility?: Visibility | undefined
  /** The warning that readers see instead of the post until they open it. */
  contentWarning?: string | undefined
  /** Whether Telegram sends the post without a notification sound. Default: false. */
  isSilent?: boolean | undefined
  /** Whether the network shows a preview of the post's first link. Default: true. */
  hasLinkPreview?: boolean | undefined
}

export type PostOption = keyof PostOptions

/** Omits options that equal their defaults. Null if none is left. */
export function chosenOptions({
  visibility,
  contentWarning,
  isSilent,
  hasLinkPreview,
}: PostOptions): PostOptions | null {
  const chosen: PostOptions = {
    ...(visibility && { visibility }),
    ...(contentWarning?.trim() && { contentWarning }),
    ...(isSilent && { isSilent }),
    ...(hasLinkPreview === false && { hasLinkPreview }),
  }
  return Object.keys(chosen).length > 0 ? chosen : null
}
