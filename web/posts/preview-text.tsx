import { useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Video } from '#core/posts/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { lineDirection, textDirection, type Direction } from '#core/posts/text-direction.ts'
import { useLimitedAccount } from '../accounts/limited-account.ts'
import { useLanguage } from '../lib/language.ts'
import { isolate } from '../lib/isolate.ts'
import { linesOf, previewParts, type Part } from './preview-parts.ts'

export const POST_TEXT = 'post-text text-16 break-words whitespace-pre-wrap'
const EXCESS = 'border-b-2 border-coral bg-coral-wash box-decoration-clone text-ink'

interface PreviewTextProps {
  platform: Platform
  content: string
  hashtags: readonly string[]
  videos?: readonly Video[]
}

export function PreviewText({ platform, content, hashtags, videos = [] }: PreviewTextProps) {
  const text = publishedText({ content, hashtags, videos })
  const { above, below } = previewParts(useLimitedAccount(platform), text)
  const direction = textDirection(text)
  return (
    <div>
      <Lines parts={above} ofPost={direction} />
      {below && (
        <>
          <FoldLine platform={platform} />
          <Lines parts={below} ofPost={direction} />
        </>
      )}
    </div>
  )
}

/** Shows where the network hides the rest of the text. The line has the direction of the interface, not of the post. */
export function FoldLine({ platform }: { platform: Platform }) {
  const t = useTranslations('posts.preview')
  const { language } = useLanguage()
  return (
    <p
      dir={DIRECTION[language]}
      className="my-1.5 flex items-center gap-2 text-14 text-ink-soft before:flex-1 before:border-t before:border-dashed before:border-line-strong after:flex-1 after:border-t after:border-dashed after:border-line-strong"
    >
      {t('foldsHere', { platform: isolate(rulesOf(platform).name) })}
    </p>
  )
}

/** Gives each line its own text direction, as the networks do. */
function Lines({ parts, ofPost }: { parts: readonly Part[]; ofPost: Direction }) {
  return (
    <div className={POST_TEXT}>
      {linesOf(parts).map((line, at) => (
        <div key={at} dir={lineDirection(line.map(({ text }) => text).join(''), ofPost)}>
          {line.map((part, index) => (
            <PreviewPart key={index} part={part} />
          ))}
        </div>
      ))}
    </div>
  )
}

export function PreviewPart({ part: { text, isLink, isExcess } }: { part: Part }) {
  const inner = isLink ? <bdi className="text-net-link">{text}</bdi> : text
  return isExcess ? <mark className={EXCESS}>{inner}</mark> : <span>{inner}</span>
}
