import { diffArrays } from 'diff'
import { useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import { textDirection } from '#core/posts/published-text.ts'
import type { Version } from './draft.ts'
import { useVersionTexts } from './use-version-texts.ts'
import { useLanguage } from '../../lib/language.ts'
import { POST_TEXT } from '../../posts/preview-text.tsx'
import { Button } from '../../ui/button.tsx'

/**
 * The style of changed words. A strike-through would hide the dots of Arabic letters, so Arabic gets an underline,
 * dotted for removed words.
 */
const LOOK = {
  removed:
    'bg-coral-wash box-decoration-clone text-ink decoration-coral rtl:border-b-2 rtl:border-dotted rtl:border-coral rtl:no-underline',
  added: 'bg-pond-wash box-decoration-clone text-ink decoration-pond rtl:border-b-2 rtl:border-pond rtl:no-underline',
}

/** Splits a text into words with their trailing spaces, so that adjacent changes become one mark. */
const wordsOf = (text: string): string[] => text.match(/\s+|\S+\s*/g) ?? []

export function TextComparison({ version, now, onBack }: { version: Version; now: string; onBack: () => void }) {
  const t = useTranslations('rework.versions')
  const { language } = useLanguage()
  const { what, time } = useVersionTexts()(version)
  const parts = diffArrays(wordsOf(version.content), wordsOf(now))
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
              <del className={`px-1 ${LOOK.removed}`}>{t('removed')}</del>
              <ins className={`px-1 ${LOOK.added}`}>{t('added')}</ins>
            </span>
          )}
        </span>
        <Button size="sm" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
      <div dir={textDirection(now)} className={POST_TEXT}>
        {parts.map(({ value, added, removed }, at) => {
          const text = value.join('')
          const words = text.trimEnd()
          const blanks = text.slice(words.length)
          if (!added && !removed) return <span key={at}>{text}</span>
          const Mark = removed ? 'del' : 'ins'
          return (
            <span key={at}>
              {words && <Mark className={removed ? LOOK.removed : LOOK.added}>{words}</Mark>}
              {blanks || (removed && parts[at + 1]?.added && ' ')}
            </span>
          )
        })}
      </div>
    </>
  )
}
