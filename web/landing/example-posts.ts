import type { Language } from '#core/language.ts'

/**
 * A post as the landing page shows it. `<found>` marks words that the source supports, and `<open>` words that it does
 * not.
 */
interface ExamplePost {
  name: string
  role: string
  now: string
  paragraphs: readonly string[]
  /** The words that the source does not support, in quotation marks. */
  open: string
  tags: string
}

/** One idea, written separately in each language instead of translated. */
export const EXAMPLE_POSTS: Record<Language, ExamplePost> = {
  en: {
    name: 'Layla Haddad',
    role: 'Operations Director, Najd Logistics',
    now: 'Now',
    paragraphs: [
      'We took four signatures off one form.',
      '<found>Review time fell by 34%</found> in a quarter, and <open>six in ten</open> suppliers now get an answer the same day.',
      'Which signature in your process has never said no?',
    ],
    open: '“Six in ten”',
    tags: '#Operations #Leadership',
  },
  ar: {
    name: 'ليلى الحداد',
    role: 'مديرة العمليات، نجد للخدمات اللوجستية',
    now: 'الآن',
    paragraphs: [
      'حذفنا أربعة توقيعات من نموذج واحد.',
      '<found>فانخفض زمن المراجعة ٣٤٪</found> في ربع واحد، وصار <open>ستة من كل عشرة</open> موردين يتلقّون الردّ في اليوم نفسه.',
      'أيّ توقيع لديكم لم يقل «لا» يومًا؟',
    ],
    open: '«ستة من كل عشرة»',
    tags: '#إدارة_العمليات #قيادة',
  },
}
