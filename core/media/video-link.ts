/** The sites whose videos may be linked, and what people call each. A name below one of them (`m.`, `www.`) counts. */
const SITES: readonly (readonly [label: string, ...hosts: string[]])[] = [
  ['YouTube', 'youtube.com', 'youtu.be', 'youtube-nocookie.com'],
  ['Vimeo', 'vimeo.com'],
  ['Wistia', 'wistia.com', 'wistia.net', 'wi.st'],
  ['Dailymotion', 'dailymotion.com', 'dai.ly'],
  ['Twitch', 'twitch.tv'],
  ['Facebook', 'facebook.com', 'fb.watch'],
  ['Instagram', 'instagram.com'],
  ['TikTok', 'tiktok.com'],
  ['X', 'twitter.com', 'x.com'],
  // The specification's list also names `{host}`: a placeholder that was never filled in, so there is nothing to match.
]

/** Wherever they are: their path says that they are videos. */
const FILES = /\.(mp4|webm|ogg|mov|avi)/i

/** As long as a post's contract takes one. */
const LONGEST = 2_000

/** `platform` is a label to show; `title` is the host, since nobody asks the site for the video's own. */
export type VideoLink = { url: string; platform: string; title: string }

/**
 * What an address of a video is, or null where it leads to none of the sites and to no file. An address without `https://`
 * is taken as one with it, as browsers do.
 */
export function videoLink(typed: string): VideoLink | null {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.href.length > LONGEST) return null

  const site = SITES.find(([, ...hosts]) => hosts.some((host) => isWithin(url.hostname, host)))
  const platform = site?.[0] ?? FILES.exec(url.pathname)?.[1]?.toUpperCase()
  return platform ? { url: url.href, platform, title: url.hostname } : null
}

/** Never by what a name merely begins with or holds: `youtube.com.evil.example` is somebody else's. */
function isWithin(hostname: string, site: string): boolean {
  return hostname === site || hostname.endsWith(`.${site}`)
}
