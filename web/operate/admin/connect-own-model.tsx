import { useTranslations } from 'use-intl'
import type { ProviderState, ProviderTest } from '#core/writing/providers-contract.ts'
import { isolate } from '../../lib/isolate.ts'
import { LocalModels } from '../providers/local-models.tsx'
import { Command, GuideHead, OutsideLink, Step } from './connect-steps.tsx'
import { ProviderTestStep } from './provider-test.tsx'

const MODEL = 'qwen3:8b'
const INSTALL = 'curl -fsSL https://ollama.com/install.sh | sh'

interface ConnectOwnModelProps {
  state: ProviderState
  hasKey: boolean
  test: ProviderTest | undefined
  onTest: (test: ProviderTest) => void
}

/** The guide to a model on this server, or on another server with OpenAI's API. */
export function ConnectOwnModel({ state, hasKey, test, onTest }: ConnectOwnModelProps) {
  const t = useTranslations('connect')
  const { source, model, ownServer } = state
  const isSet = source === 'local' || ownServer !== null
  return (
    <>
      <GuideHead name={t('own')} cost={t('costs.own')} />
      {ownServer === null && <p className="border-b border-line py-3.5 text-14 font-strong">{t('ollama.title')}</p>}
      <ol>
        {ownServer === null && <OllamaSteps isDone={isSet} />}
        <Step number={ownServer === null ? 4 : 1} title={t('ollama.find')} isDone={isSet && test?.failure !== 'model'}>
          <div className="text-13 wrap-anywhere text-ink-soft">
            {ownServer !== null ? (
              <p>{t('ollama.serves', { host: isolate(ownServer), model: isolate(model ?? '') })}</p>
            ) : hasKey ? (
              <p>{t('ollama.keyFirst')}</p>
            ) : (
              <LocalModels current={source === 'local' ? model : null} />
            )}
          </div>
        </Step>
        <ProviderTestStep
          number={ownServer === null ? 5 : 2}
          provider="openai"
          isSet={isSet}
          isConnected={state.connected}
          test={test}
          onTest={onTest}
        />
      </ol>
      <section aria-labelledby="other-servers" className="mt-6 text-13 text-ink-soft">
        <h4 id="other-servers" className="text-14 font-strong text-ink">
          {t('others.title')}
        </h4>
        <ul className="mt-1.5 flex list-disc flex-col gap-1.5 ps-4.5">
          <li>
            {t('others.lmStudio', { port: isolate('1234') })} {t('others.llama', { port: isolate('8080') })}
          </li>
          <li>
            {t('others.container', {
              address: isolate('http://host.docker.internal:11434/v1'),
              setting: isolate('OLLAMA_HOST=0.0.0.0'),
            })}
          </li>
          <li>
            {t('others.address')} {t('others.why')}
          </li>
        </ul>
        <Command
          label={t('others.title')}
          text="OPENAI_BASE_URL=http://models.internal:8000/v1 OPENAI_MODEL=model-name OPENAI_API_KEY=optional"
        />
        <p className="mt-2">
          <OutsideLink label="LM Studio" href="https://lmstudio.ai/docs/developer/core/server" />
        </p>
      </section>
    </>
  )
}

/** Three commands that start a local model. */
function OllamaSteps({ isDone }: { isDone: boolean }) {
  const t = useTranslations('connect.ollama')
  const commands = [
    [t('install'), INSTALL],
    [t('pull'), `ollama pull ${MODEL}`],
    [t('try'), `ollama run ${MODEL} "Hello"`],
  ] as const
  return commands.map(([title, command], at) => (
    <Step
      key={command}
      number={at + 1}
      title={title}
      isDone={isDone}
      {...(at === 0 && { link: { label: t('other'), href: 'https://ollama.com/download' } })}
    >
      <Command label={title} text={command} />
    </Step>
  ))
}
