/** Appends a link as the last paragraph, unless the text contains it already. */
export const withLink = (content: string, link: string): string =>
  content.includes(bare(link)) ? content : `${content.trimEnd()}\n\n${link}`

/** Removes the paragraph that holds only the link. Keeps a link that is part of a sentence. */
export const withoutLink = (content: string, link: string): string =>
  content
    .split(/\n{2,}/u)
    .filter((paragraph) => paragraph.trim() !== link)
    .join('\n\n')

const bare = (link: string): string => link.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/\/$/u, '')
