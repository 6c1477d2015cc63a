/** Whether an address is of a page: `/unconfirmed/:id` stands for each path with one more part, `*` for every one. */
export function isAtPage(path: string, page: string): boolean {
  return page === '*' || new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path)
}
