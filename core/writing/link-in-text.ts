/** Appends a link as the last paragraph, unless the text already contains it. */
export const withLink = (content: string, link: string): string =>
  content.includes(bare(link)) ? content : `${content.trimEnd()}\n\n${link}`

/** Removes the paragraph that consists of the link. Keeps a link inside a sentence. */
export const withoutLink = (content: string, link: string): string =>
  content
    .split(/\n{2,}/u)
    .filter((paragraph) => paragraph.trim() !== link)
    .join('\n\n')

const bare = (link: string): string => link.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/\/$/u, '')
