// This file does not import zod, so that the browser loads little code.

export const TAG_COLOURS = ['green', 'blue', 'violet', 'pink', 'orange', 'grey'] as const
export type TagColour = (typeof TAG_COLOURS)[number]

export const MAX_TAGS = 100
export const MAX_TAGS_PER_POST = 5
export const MAX_TAG_LENGTH = 40
