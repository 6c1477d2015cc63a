// These values are in their own file, so that the browser loads them without the schemas of the contract.

export const QUESTION_LIMIT = 4_000

export const CATEGORIES = [
  'business',
  'leadership',
  'technology',
  'marketing',
  'finance',
  'careers',
  'health',
  'education',
] as const
export const ANGLE_KINDS = ['story', 'opinion', 'how_to', 'lesson', 'news', 'question'] as const
export type AngleKind = (typeof ANGLE_KINDS)[number]
