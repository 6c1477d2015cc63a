/** Whether an address is of a page: `/unconfirmed/:id` stands for each path with one more part, `*` for every one. */
export function isAtPage(path: string, page: string): boolean {
  return page === '*' || new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path)
}

/** Whether a text is a path of this site that somebody can be led to: never another site's address, nor a call. */
export function hasOwnPath(text: string | undefined): text is string {
  if (!text || text.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return false
  return !/^\/(?:auth|api|media|assets)(?:[/?#]|$)/.test(text)
}
