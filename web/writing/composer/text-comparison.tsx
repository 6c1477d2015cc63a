import { useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import type { Version } from './draft.ts'
import { useVersionTexts } from './use-version-texts.ts'
import { useLanguage } from '../../lib/language.ts'
import { CHANGE_LOOK, ChangedText } from '../../posts/changed-text.tsx'
import { wordChanges } from '../../posts/word-changes.ts'
import { Button } from '../../ui/button.tsx'

export function TextComparison({ version, now, onBack }: { version: Version; now: string; onBack: () => void }) {
  const t = useTranslations('rework.versions')
  const { language } = useLanguage()
  const { what, time } = useVersionTexts()(version)
  const labels = { removed: t('removed'), added: t('added') }
  return (
    <>
      <div
        dir={DIRECTION[language]}
        className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-y border-line py-2 text-13 text-ink-soft"
      >
        <span className="flex min-w-0 flex-1 basis-44 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-strong text-ink">{t('compared', { what, time })}</span>
          {version.content === now ? (
            <span>{t('same')}</span>
          ) : (
            <span className="flex gap-2">
              <del className={`px-1 ${CHANGE_LOOK.removed}`}>{labels.removed}</del>
              <ins className={`px-1 ${CHANGE_LOOK.added}`}>{labels.added}</ins>
            </span>
          )}
        </span>
        <Button size="sm" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
      <ChangedText now={now} changes={wordChanges(version.content, now, language)} labels={labels} />
    </>
  )
}
