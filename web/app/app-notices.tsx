import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { CLOCK, withoutLeadingZero } from '#core/hour.ts'
import { useHasNewVersion } from '../lib/new-version.ts'
import { useSeenAt } from '../lib/offline.ts'
import { Button } from '../ui/button.tsx'

const SEEN_AT = { ...CLOCK, day: 'numeric', month: 'long' } as const

export default function AppNotices() {
  const t = useTranslations('install')
  const format = useFormatter()
  const seenAt = useSeenAt()
  const isNewer = useHasNewVersion()
  return (
    <>
      {seenAt !== null && (
        <Strip
          title={t('offline.title')}
          text={t('offline.text', { at: withoutLeadingZero(format.dateTime(seenAt, SEEN_AT)) })}
        />
      )}
      {isNewer && (
        <Strip title={t('newer.title')} text={t('newer.text')}>
          {/* A new version loads only when the user presses Reload. An automatic reload could interrupt the user's
              typing. */}
          <Button size="sm" onClick={() => location.reload()}>
            {t('newer.reload')}
          </Button>
        </Strip>
      )}
    </>
  )
}

function Strip({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <output className="block border-b border-line bg-sunk">
      <div className="column flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <p className="min-w-0 flex-[1_1_280px] text-14">
          <strong className="font-strong">{title}.</strong> {text}
        </p>
        {children}
      </div>
    </output>
  )
}
