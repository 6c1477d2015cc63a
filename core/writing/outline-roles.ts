export const ROLES = [
  'opening_moment',
  'opening_figure',
  'opening_quote',
  'topic',
  'proof',
  'changed',
  'surprise',
  'problem',
  'cause',
  'remedy',
  'belief',
  'broke',
  'now',
  'lesson_1',
  'lesson_2',
  'lesson_3',
  'news',
  'means',
  'next',
  'whom',
  'gain',
  'step',
  'finding',
  'view',
  'own_case',
  'left_out',
] as const
export type Role = (typeof ROLES)[number]

/** Opening sections of an outline. The author can replace one with another. */
export const OPENINGS = ['opening_moment', 'opening_figure', 'opening_quote'] as const satisfies readonly Role[]
