import { useTranslations } from 'use-intl'
import { isolate } from '../../lib/isolate.ts'
import { useMessageText } from '../../lib/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { canDrop, DropZone } from '../../ui/drop-zone.tsx'
import { FileText, RotateCw } from '../../ui/icons.ts'
import { Progress } from '../../ui/progress.tsx'
import { useSlowSeconds } from '../../ui/use-seconds-since.ts'
import { DOCUMENT_ACCEPT, DOCUMENT_LIMIT } from './document-state.ts'
import { Facts } from './facts.tsx'
import { useFileSize } from './source-facts.ts'
import type { useDocument } from './use-document.ts'

export function DocumentPanel({
  document: { state, read, retry, clear },
  isMissing,
}: {
  document: ReturnType<typeof useDocument>
  isMissing: boolean
}) {
  const t = useTranslations('composer.source')
  const app = useTranslations('app')
  const say = useMessageText()
  const fileSize = useFileSize()
  const seconds = useSlowSeconds(state.step === 'working' ? state.startedAt : null)

  switch (state.step) {
    case 'none':
      return (
        <DropZone
          label={t(canDrop() ? 'chooseDocument' : 'chooseDocumentByTouch')}
          hint={t('documentHint', DOCUMENT_LIMIT)}
          error={(state.error && say(state.error)) ?? (isMissing ? t('documentFirst') : null)}
          accept={DOCUMENT_ACCEPT}
          icon={<FileText size={22} strokeWidth={1.75} />}
          onFiles={([file]) => file && read(file)}
        />
      )
    case 'working':
      return (
        <div>
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <FileName name={state.name} />
              <Facts
                facts={[
                  fileSize(state.sizeBytes),
                  t(state.isSent ? 'reading' : 'sending'),
                  ...(seconds === null ? [] : [t('elapsed', { seconds })]),
                ]}
              />
            </div>
            <Button onClick={clear}>{app('cancel')}</Button>
          </div>
          <div className="mt-3">
            <Progress label={t('progressOf', { name: isolate(state.name) })} percent={state.percent} />
          </div>
          {isMissing && (
            <p role="alert" className="mt-2 text-13 text-coral">
              {t('wait')}
            </p>
          )}
        </div>
      )
    case 'stopped':
      return (
        <div>
          <FileName name={state.name} />
          <p role="alert" className="text-13 break-words text-coral">
            {say(state.error)}
          </p>
          <div className="mt-2.5 flex gap-2">
            <Button onClick={retry}>
              <RotateCw size={16} strokeWidth={1.75} />
              {t('retry')}
            </Button>
            <Button variant="quiet" onClick={clear}>
              {t('another')}
            </Button>
          </div>
        </div>
      )
  }
}

function FileName({ name }: { name: string }) {
  return (
    <p className="truncate text-14 font-strong">
      <bdi>{name}</bdi>
    </p>
  )
}
