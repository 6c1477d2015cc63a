/** The sites whose videos a post may link, with their names. Subdomains such as `m.` and `www.` match too. */
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
  // The specification's list of video sites ends with the unfilled placeholder `{host}`, which Frogy omits.
]

const FILES = /\.(mp4|webm|ogg|mov|avi)/i

/** The maximum length of a video's URL in UTF-16 units, as in the API schema of a post. */
const LONGEST = 2_000

/** `platform` is the site's name. `title` is the host, because Frogy does not fetch the video's own title. */
type VideoLink = { url: string; platform: string; title: string }

/**
 * Reads a typed address, where a missing scheme means `https://`, as in browsers. Null if it is not a video.
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

/** Compares whole domain labels, because `youtube.com.evil.example` belongs to another owner. */
function isWithin(hostname: string, site: string): boolean {
  return hostname === site || hostname.endsWith(`.${site}`)
}
