// What a conversation offers. Apart from the contract, so that the browser does not fetch its schemas.

export const QUESTION_LIMIT = 4_000

/** Where the readers are: the countries that Professional mode has a region for. */
export const COUNTRIES = ['SA', 'AE', 'EG', 'KW', 'QA', 'BH', 'JO', 'LB', 'OM', 'MA'] as const
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
