export const PORTRAIT_TYPE = 'image/webp'

/** The headers of a picture of a user or account. The picture at a URL never changes. */
export const PORTRAIT_HEADERS = {
  'content-type': PORTRAIT_TYPE,
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, max-age=31536000, immutable',
}
