import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { isolate } from '../../lib/isolate.ts'
import { useIssueText } from '../issue-text.ts'
import type { Stop } from './stops-of.ts'

/** What stops a post, each at a coral rule. */
export function Stops({ stops }: { stops: readonly Stop[] }) {
  const t = useTranslations('posts.issues')
  const issueText = useIssueText()
  return stops.map(({ platform, issue }) => (
    <div key={`${platform}-${issue.kind}`} className="my-1 border-s-[3px] border-coral py-1 ps-3">
      <p className="font-strong text-coral">{issueText(platform, issue)}</p>
      {issue.kind === 'too-long' && (
        <p className="text-13 text-ink-soft">{t('tooLongText', { platform: isolate(rulesOf(platform).name) })}</p>
      )}
    </div>
  ))
}
