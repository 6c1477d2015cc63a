import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { useIssueText } from '../issue-text.ts'
import type { Blocker } from './find-blockers.ts'

export function BlockerList({ blockers }: { blockers: readonly Blocker[] }) {
  const t = useTranslations('posts.issues')
  const issueText = useIssueText()
  return blockers.map(({ platform, issue, part, isComment }) => (
    <div
      key={`${platform}-${issue.kind}-${part ?? ''}-${isComment ?? ''}`}
      className={classNames(
        'my-1 border-s-[3px] py-1 ps-3',
        issue.kind === 'open-places' ? 'border-lily text-ink' : 'border-coral text-coral',
      )}
    >
      <p className="font-strong">
        {part !== undefined && `${t('part', { part })} `}
        {isComment && `${t('comment')} `}
        {issueText(platform, issue)}
      </p>
      {issue.kind === 'too-long' && part === undefined && !isComment && (
        <p className="text-13 text-ink-soft">{t('tooLongText', { platform: isolate(rulesOf(platform).name) })}</p>
      )}
    </div>
  ))
}
