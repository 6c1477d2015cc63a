import { describe, expect, test } from 'vitest'
import arComposer from '#core/messages/ar/composer.json' with { type: 'json' }
import ar from '#core/messages/ar/legal.json' with { type: 'json' }
import enComposer from '#core/messages/en/composer.json' with { type: 'json' }
import en from '#core/messages/en/legal.json' with { type: 'json' }
import { CONNECTIONS_KEPT_MS } from '../../accounts/connection-log.ts'
import { LINK_LIFE_MS } from '../../people/auth/confirm-email.ts'
import { RESET_LIFE_MS } from '../../people/auth/password-reset.ts'
import { SESSION_LIFE_MS } from '../../people/auth/sessions.ts'
import { TRUSTED_LIFE_MS } from '../../people/auth/sign-in.ts'
import { EVENTS_KEPT_MS } from '../../events/events.ts'
import { ANSWERS_KEPT_MS } from '../../http/idempotency.ts'
import { UNUSED_LIFETIME_MS } from '../../media/store-pictures.ts'
import { NOTIFICATIONS_KEPT_MS } from '../../notifications/store.ts'
import { DRAFT_SOURCES_KEPT_MS } from '../../posts/draft-source.ts'
import { SOURCE_TEXTS_KEPT_MS } from '../../reading/source-texts.ts'
import { RENEWABLE_MS } from '../../programs/oauth/oauth.ts'
import { CHANGE_LIFE_MS } from '../../people/profile/change-email.ts'
import { USAGE_KEPT_MS } from '../../writing/usage/usage-ledger.ts'
import { DELIVERIES_KEPT_MS } from '../../programs/webhooks/webhooks.ts'

// The legal texts name periods for which the software keeps data. A change of such a period must change the texts too.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The period in the words of the English legal texts. */
function inEnglish(ms: number): string {
  if (ms === HOUR_MS) return 'an hour'
  if (ms === DAY_MS) return 'a day'
  return ms === 7 * DAY_MS ? 'a week' : `${ms / DAY_MS} days`
}

/**
 * Writes a period as the Arabic texts do.
 * @param isSpan whether the text names a duration (accusative), not a time after which something happens
 */
function inArabic(ms: number, isSpan = false): string {
  if (ms === HOUR_MS) return 'ساعة'
  if (ms === DAY_MS) return isSpan ? 'يومًا' : 'يوم'
  if (ms > 100 * DAY_MS && ms % (100 * DAY_MS) === 0) return `${figure(ms / DAY_MS)} يوم`
  if (ms === 7 * DAY_MS) return 'أسبوع'
  return `${figure(ms / DAY_MS)} يومًا`
}

const figure = (days: number) => days.toLocaleString('ar-u-nu-arab')

describe('periods of the privacy policy', () => {
  test('states the periods that the software applies in the English legal texts', () => {
    const { text } = en.privacy.deletion
    for (const promise of [
      `Photos that no post uses are deleted after ${inEnglish(UNUSED_LIFETIME_MS)}.`,
      `Sessions expire after ${inEnglish(SESSION_LIFE_MS)} without use.`,
      `Password links expire after ${inEnglish(RESET_LIFE_MS)}, confirmation links after ${inEnglish(LINK_LIFE_MS)}, and email change links after ${inEnglish(CHANGE_LIFE_MS)}.`,
      `Read notifications are deleted after ${inEnglish(NOTIFICATIONS_KEPT_MS)}.`,
      `Change history is deleted after ${inEnglish(EVENTS_KEPT_MS)}.`,
      `Webhook deliveries are deleted after ${inEnglish(DELIVERIES_KEPT_MS)}.`,
      `Records that prevent duplicate actions are deleted after ${inEnglish(ANSWERS_KEPT_MS)}.`,
      `Trusted browsers need a new code after ${inEnglish(TRUSTED_LIFE_MS)}.`,
      `The text of a document or page you used as a source is deleted after ${inEnglish(SOURCE_TEXTS_KEPT_MS)}.`,
      `Once the draft is scheduled or published, that text is deleted after ${inEnglish(DRAFT_SOURCES_KEPT_MS)}.`,
      `An assistant’s permission expires after ${inEnglish(RENEWABLE_MS)} without renewal.`,
      `AI usage records are deleted after ${inEnglish(USAGE_KEPT_MS)}.`,
      `Connection history is deleted after ${inEnglish(CONNECTIONS_KEPT_MS)}.`,
    ])
      expect(text).toContain(promise)
  })

  test('states the periods that the software applies in the Arabic legal texts', () => {
    const { text } = ar.privacy.deletion
    // The Arabic text has one sentence for webhook deliveries and for the change history, so both need the same period.
    expect(DELIVERIES_KEPT_MS).toBe(EVENTS_KEPT_MS)
    for (const promise of [
      `تُحذف الصور غير المستخدمة بعد ${inArabic(UNUSED_LIFETIME_MS)}.`,
      `تنتهي الجلسات بعد ${inArabic(SESSION_LIFE_MS)} بلا استخدام.`,
      `مدة صلاحية الروابط: ${inArabic(RESET_LIFE_MS)} لاختيار كلمة مرور جديدة، و${inArabic(LINK_LIFE_MS)} لتأكيد البريد، و${inArabic(CHANGE_LIFE_MS)} لتغييره.`,
      `تُحذف الإشعارات المقروءة بعد ${inArabic(NOTIFICATIONS_KEPT_MS)}، وسجل التغييرات وما أُرسل إلى عناوين Webhooks بعد ${inArabic(EVENTS_KEPT_MS)}، والسجلات التي تمنع تكرار الإجراء بعد ${inArabic(ANSWERS_KEPT_MS)}.`,
      `يُطلب الرمز من المتصفح الموثوق مجددًا بعد ${inArabic(TRUSTED_LIFE_MS)}.`,
      `يُحذف نص المستند أو الصفحة المستخدمة مصدرًا بعد ${inArabic(SOURCE_TEXTS_KEPT_MS)}. تحتفظ المسودة بالنص الذي كُتبت منه، ويُحذف بعد ${inArabic(DRAFT_SOURCES_KEPT_MS)} متى جُدولت أو نُشرت.`,
      `تنتهي صلاحية المساعد الذكي إذا مضى ${inArabic(RENEWABLE_MS)} بلا تجديد.`,
      `يُحذف سجل ما استهلكته نماذج الذكاء الاصطناعي بعد ${inArabic(USAGE_KEPT_MS)}.`,
      `يُحذف سجل ربط الحسابات بالشبكات وانقطاعها ورفضها بعد ${inArabic(CONNECTIONS_KEPT_MS)}،`,
    ])
      expect(text).toContain(promise)
  })
})

test.each([
  [
    'English',
    enComposer.source.documentHint,
    `Its text is kept for ${inEnglish(SOURCE_TEXTS_KEPT_MS)}, and with drafts`,
  ],
  [
    'Arabic',
    arComposer.source.documentHint,
    `ويُحفظ نصه ${inArabic(SOURCE_TEXTS_KEPT_MS, true)} واحدًا، ويبقى مع المسودات`,
  ],
])('states in %s at the upload field how long Frogy keeps the text of a document', (_language, hint, promise) => {
  expect(hint).toContain(promise)
})
