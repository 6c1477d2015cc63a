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
          className="flex flex-col gap-2 rounded-card border border-line bg-surface px-4 py-3.5 lg:py-4"
        >
          <p className="text-13 text-ink-soft">{t(`kinds.${angle.kind}`)}</p>
          <h3 dir={textDirection(angle.title)} className="text-16 font-strong lg:text-20 lg:leading-snug">
            {angle.title}
          </h3>
          {angle.summary !== '' && (
            <p dir={textDirection(angle.summary)} className="text-14 text-ink-soft">
              {angle.summary}
            </p>
          )}
          <Button
            size="sm"
            aria-label={t('writeNamed', { title: angle.title })}
            onClick={() => write(angle)}
            className="mt-auto self-start"
          >
            {t('write')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
