import { useLocale, useTranslations } from 'use-intl'
import { openingOf } from '#core/cut-text.ts'
import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, MAX_TAGS_PER_POST } from '#core/posts/tags.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { useMessageText } from '../../lib/error-message.ts'
import { networkList } from '../../lib/network-names.ts'
import { useIssueText } from '../../posts/issue-text.ts'
import { PostState } from '../../posts/post-state.tsx'
import { CircleAlert } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { exampleDate } from './example-date.ts'
import type { ImportRow, Mistake } from './validate-rows.ts'
import type { Imported } from './use-import.ts'

const OPENING_LENGTH = 200
const CELL_LENGTH = 40

export function ImportRows({ rows, imported }: { rows: readonly ImportRow[]; imported: Imported }) {
  const t = useTranslations('import')
  const say = useMessageText()
  const dates = useDates()
  const mistakeText = useMistakeText()
  const names = new Intl.ListFormat(useLocale(), { type: 'unit' })
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line">
      {rows.map((row) => {
        const { number, cells, platform, at, tags, newTags, mistakes, key } = row
        const outcome = imported.get(row)
        const problems = [
          ...mistakes.map((mistake) => mistakeText(row, mistake)),
          ...(outcome?.isStored === false ? [say(outcome.message)] : []),
        ]
        return (
          <li
            key={key}
            className="flex gap-3 py-2.5 text-14 [contain-intrinsic-size:auto_64px] [content-visibility:auto]"
          >
            <span className="w-8 shrink-0 pt-0.5 text-13 text-ink-soft tabular-nums">
              <span className="sr-only">{t('row', { number })}</span>
              <span aria-hidden="true">{t('number', { number })}</span>
            </span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 text-13">
                {platform && <PlatformBadge platform={platform} size={18} />}
                <span className="font-strong">
                  {platform ? rulesOf(platform).name : <bdi>{cut(cells.network)}</bdi>}
                </span>
                {at ? (
                  <time dateTime={at.toISOString()}>{t('at', { day: dates.date(at), time: dates.time(at) })}</time>
                ) : (
                  <bdi>{cut(`${cells.date} ${cells.time}`)}</bdi>
                )}
                {outcome?.isStored && (
                  <PostState state="scheduled" className="ms-auto">
                    {t('isStored')}
                  </PostState>
                )}
              </p>
              <p dir={textDirection(cells.text)} className="line-clamp-2 break-words text-ink-soft">
                {openingOf(cells.text, OPENING_LENGTH)}
              </p>
              {tags.length > 0 && (
                <p className="text-13 text-ink-soft">
                  {t('tags', {
                    tags: names.format(
                      tags.map((name) =>
                        newTags.includes(name) ? t('newTag', { name: isolate(name) }) : isolate(name),
                      ),
                    ),
                  })}
                </p>
              )}
              {problems.map((problem) => (
                <p key={problem} className="flex gap-1.5 text-13 text-coral">
                  <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
                  <span className="min-w-0 break-words">{problem}</span>
                </p>
              ))}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function useMistakeText(): (row: ImportRow, mistake: Mistake) => string {
  const t = useTranslations('import.mistakes')
  const issueText = useIssueText()
  const locale = useLocale()
  // In English, the message needs “LinkedIn, X or Threads” inside a sentence, in Arabic a plain list.
  const networks = networkList(locale, PLATFORMS, locale === 'en' ? 'disjunction' : undefined)
  return ({ platform, cells, newTags }, mistake) => {
    if (mistake.kind === 'text') return platform ? issueText(platform, mistake.issue) : ''
    return t(mistake.kind, {
      network: isolate(cut(cells.network)),
      networks,
      tags: new Intl.ListFormat(locale).format(newTags.map(isolate)),
      most: MAX_TAGS_PER_POST,
      length: MAX_TAG_LENGTH,
      limit: MAX_TAGS,
      date: isolate(cut(cells.date)),
      time: isolate(cut(cells.time)),
      platform: isolate(platform ? rulesOf(platform).name : ''),
      clock: isolate('08:30'),
      example: isolate(exampleDate(new Date()).replaceAll('-', `-${WORD_JOINER}`)),
    })
  }
}

const WORD_JOINER = '\u2060'

const cut = (text: string): string => openingOf(text, CELL_LENGTH)
