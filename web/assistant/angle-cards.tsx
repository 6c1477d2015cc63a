import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import type { Angle, Conversation } from '#core/writing/assistant/contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { saveText } from '../lib/local-storage.ts'
import { ASSISTANT_ANGLE_KEY } from '../writing/professional/assistant-angle.ts'
import { Button } from '../ui/button.tsx'

type AngleCardsProps = { angles: readonly Angle[]; topic: string; conversation: Conversation }

export function AngleCards({ angles, topic, conversation }: AngleCardsProps) {
  const t = useTranslations('ask')
  const [, navigate] = useLocation()

  function write(angle: Angle) {
    const { country, language, category, id: conversationId } = conversation
    saveText(
      ASSISTANT_ANGLE_KEY,
      JSON.stringify({ selectedAngle: angle, topic, country, language, category, conversationId }),
    )
    navigate('/create?mode=professional&source=frogy')
  }

  return (
    <ul aria-label={t('angles')} className="@container mt-4 grid gap-3 @2xl:grid-cols-3 lg:grid-cols-3">
      {angles.map((angle) => (
        <li
          key={angle.kind + angle.title}
          className="grid grid-cols-[1fr_auto] items-start gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-3.5 lg:grid-cols-1 lg:grid-rows-[auto_auto_1fr_auto] lg:py-4"
        >
          <p className="self-center text-13 text-ink-soft">{t(`kinds.${angle.kind}`)}</p>
          <h3
            dir={textDirection(angle.title)}
            className="col-span-full row-start-2 text-16 font-strong lg:text-20 lg:leading-snug"
          >
            {angle.title}
          </h3>
          {angle.summary !== '' && (
            <p dir={textDirection(angle.summary)} className="col-span-full row-start-3 text-14 text-ink-soft">
              {angle.summary}
            </p>
          )}
          <Button
            size="sm"
            aria-label={t('writeNamed', { title: angle.title })}
            onClick={() => write(angle)}
            className="col-start-2 row-start-1 justify-self-end lg:col-start-1 lg:row-start-4 lg:mt-1 lg:justify-self-start"
          >
            {t('write')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
