/** Whether a path matches a page pattern, in which `:id` means one segment and `*` any path. */
export function matchesPage(path: string, page: string): boolean {
  return page === '*' || new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path)
}

/**
 * Whether a text is a path to a page of this site, so that redirecting to it is safe. False for other sites and API
 * calls.
 */
export function isOwnPagePath(text: string | undefined): text is string {
  if (!text || text.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return false
  return !/^\/(?:auth|api|media|assets)(?:[/?#]|$)/.test(text)
}
