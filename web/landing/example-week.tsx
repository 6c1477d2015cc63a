import { useFormatter, useTranslations } from 'use-intl'
import { CLOCK, withoutLeadingZero } from '#core/hour.ts'
import type { Language } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { Frog } from '../ui/frog.tsx'
import { Check, Clock } from '../ui/icons.ts'
import { LilyPad } from '../ui/lily-pad.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'

interface ExampleDay {
  date: string
  posts: readonly ({ at: string; platform: Platform } & Record<Language, string>)[]
}

const TODAY = '2025-12-03'

const WEEK: readonly ExampleDay[] = [
  {
    date: '2025-12-02',
    posts: [
      {
        at: '10:30',
        platform: 'linkedin',
        en: 'Four signatures, and none of them said no',
        ar: 'أربعة توقيعات لم يقل أحدها «لا»',
      },
      {
        at: '12:00',
        platform: 'twitter',
        en: 'What a warehouse taught me about queues',
        ar: 'درس في الانتظار من مستودع',
      },
    ],
  },
  {
    date: TODAY,
    posts: [
      {
        at: '16:30',
        platform: 'linkedin',
        en: 'Review time fell by 34% in one quarter',
        ar: 'انخفض زمن المراجعة ٣٤٪ في ربع واحد',
      },
      {
        at: '17:00',
        platform: 'threads',
        en: 'Before you automate a step, ask who needs it',
        ar: 'قبل أتمتة أي خطوة: من يحتاج إليها؟',
      },
    ],
  },
  {
    date: '2025-12-04',
    posts: [
      {
        at: '13:15',
        platform: 'instagram',
        en: 'Night shift at the Dammam depot',
        ar: 'مناوبة ليلية في مستودع الدمام',
      },
    ],
  },
  { date: '2025-12-05', posts: [] },
  {
    date: '2025-12-06',
    posts: [
      {
        at: '11:00',
        platform: 'bluesky',
        en: 'A question for people who hire dispatchers',
        ar: 'سؤال لمن يوظّف منسّقي النقل',
      },
    ],
  },
  {
    date: '2025-12-07',
    posts: [
      {
        at: '9:00',
        platform: 'linkedin',
        en: 'Why we publish our delays every Sunday',
        ar: 'لماذا ننشر تأخيراتنا كل أحد',
      },
    ],
  },
  {
    date: '2025-12-08',
    posts: [
      {
        at: '8:30',
        platform: 'twitter',
        en: 'Three numbers I read before coffee',
        ar: 'ثلاثة أرقام أقرؤها قبل القهوة',
      },
    ],
  },
]

/** Shows a week of posts as the calendar does. A phone shows only the days from today on that have posts. */
export function ExampleWeek({ language }: { language: Language }) {
  const t = useTranslations('landing.week')
  const format = useFormatter()
  return (
    <section aria-labelledby="week" className="column pt-16 lg:pt-20">
      <h2 id="week" className="max-w-measure text-28 title">
        {t('title')}
      </h2>
      <ol className="mt-6 border-y border-line lg:grid lg:grid-cols-7">
        {WEEK.map(({ date, posts }) => (
          <li
            key={date}
            className={classNames(
              'grid-cols-[56px_minmax(0,1fr)] gap-x-2 border-line py-3 max-lg:border-b max-lg:last:border-b-0 lg:flex lg:min-h-64 lg:flex-col lg:gap-2 lg:border-s lg:px-[7px] lg:pt-2 lg:pb-5 lg:first:border-s-0',
              date === TODAY && 'bg-pond-wash max-lg:-mx-4 max-lg:px-4 md:max-lg:-mx-8 md:max-lg:px-8',
              date < TODAY || posts.length === 0 ? 'max-lg:hidden' : 'grid',
            )}
          >
            <p className="flex max-lg:flex-col lg:min-h-9 lg:items-center lg:gap-2 lg:px-0.5">
              <span className="text-20 font-title tabular-nums">{format.number(Number(date.slice(-2)))}</span>
              <span className={classNames('text-13', date === TODAY ? 'font-strong' : 'text-ink-soft')}>
                {date === TODAY ? t('today') : format.dateTime(new Date(date), { weekday: 'short' })}
              </span>
              {posts.length > 0 && <Count count={posts.length} isPast={date < TODAY} />}
            </p>
            <ul className="flex min-w-0 flex-col gap-2">
              {posts.map(({ at, platform, ...texts }) => (
                <li
                  key={at}
                  className={classNames(
                    'rounded-card border border-line px-2.5 py-2',
                    date < TODAY ? 'bg-paper text-ink-soft' : 'bg-surface',
                  )}
                >
                  <p className="flex items-center gap-1.5">
                    <PlatformBadge platform={platform} size={18} />
                    <span className="sr-only">{rulesOf(platform).name}</span>
                    <span className="text-14 font-strong tabular-nums">
                      {withoutLeadingZero(format.dateTime(new Date(`${date}T${at.padStart(5, '0')}Z`), CLOCK))}
                    </span>
                    <State isLive={date < TODAY} />
                  </p>
                  <p className="mt-1 text-14 leading-4.5">{texts[language]}</p>
                </li>
              ))}
            </ul>
            {posts.length === 0 && <Frog expression="sleeping" className="mt-3 self-center" />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Count({ count, isPast }: { count: number; isPast: boolean }) {
  const format = useFormatter()
  return (
    <span
      aria-hidden="true"
      className="relative ms-auto inline-flex size-6.5 items-center justify-center max-lg:hidden"
    >
      <LilyPad tone={isPast ? 'past' : 'pond'} size={26} isLabelled className="absolute inset-0" />
      <span className={classNames('relative text-13 font-strong', isPast ? 'text-paper' : 'text-on-pond')}>
        {format.number(count)}
      </span>
    </span>
  )
}

function State({ isLive }: { isLive: boolean }) {
  const Icon = isLive ? Check : Clock
  return <Icon size={15} strokeWidth={2} className={classNames('ms-auto', isLive ? 'text-pond' : 'text-ink-soft')} />
}
