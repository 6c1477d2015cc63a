/** Whether a path matches a page pattern: `:id` stands for one segment, `*` for any path. */
export function matchesPage(path: string, page: string): boolean {
  return page === '*' || new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path)
}

/**
 * Whether a text is a path to a page of this site, and therefore safe as a redirect. False for other sites
 * and API calls.
 */
export function isOwnPagePath(text: string | undefined): text is string {
  if (!text || text.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return false
  return !/^\/(?:auth|api|media|assets)(?:[/?#]|$)/.test(text)
}
