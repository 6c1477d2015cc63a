/** Appends a link as the last paragraph, unless the text already contains it. */
export const withLink = (content: string, link: string): string =>
  content.includes(bare(link)) ? content : `${content.trimEnd()}\n\n${link}`

/** Removes the paragraph that consists of the link. Keeps a link inside a sentence. */
export const withoutLink = (content: string, link: string): string =>
  content
    .split(/\n{2,}/u)
    .filter((paragraph) => withoutMarks(paragraph.trim()) !== withoutMarks(link))
    .join('\n\n')

/** The address without UTM parameters, which Frogy may have added. */
const withoutMarks = (address: string): string => address.replace(/[?&]utm_[^#\s]*/iu, '')

const bare = (link: string): string => link.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/\/$/u, '')
