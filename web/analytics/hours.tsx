import { scaleLinear } from '@visx/scale'
import { Circle, Line } from '@visx/shape'
import { useFormatter, useTranslations } from 'use-intl'
import type { Analytics, HourBand } from '#core/analytics/contract.ts'
import { classNames } from '../lib/class-names.ts'
import { Plot } from './plot.tsx'
import { useBandName } from './use-band-name.ts'

const HEIGHT = 24
const EDGE = 6

export function Hours({ analytics }: { analytics: Analytics }) {
  const t = useTranslations('analytics')
  const format = useFormatter()
  const name = useBandName()
  const { hours } = analytics
  const highest = Math.max(1, ...hours.flatMap(({ engagements }) => engagements))
  return (
    <section aria-labelledby="hours" className="min-w-0">
      <h2 id="hours" className="text-14 font-strong">
        {/* The space separates the two texts. Without it, their Arabic letters would join. */}
        {t('hours.title')} <span className="ms-2.5 text-13 font-text text-ink-soft">{t('hours.note')}</span>
      </h2>
      <table className="mt-1.5 w-full table-fixed border-t border-line text-14">
        <caption className="sr-only">{t('hours.title')}</caption>
        <colgroup>
          <col className="w-23 md:w-26" />
          <col />
          <col className="w-31" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('table.hours')}</th>
            <th scope="col">{t('table.engagement')}</th>
            <th scope="col">{t('table.median')}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((band) => (
            <tr key={band.from} className="h-[33px] border-b border-line">
              <th scope="row" className="text-start font-text tabular-nums">
                {name(band)}
              </th>
              <td>
                <Dots band={band} highest={highest} />
                <span className="sr-only">{band.engagements.map((one) => format.number(one)).join(', ')}</span>
              </td>
              <td className={classNames('text-end text-13', band.median === null ? 'text-ink-soft' : 'font-strong')}>
                {band.median === null
                  ? t('hours.few', { count: band.count })
                  : t('hours.median', { value: format.number(band.median) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Dots({ band, highest }: { band: HourBand; highest: number }) {
  return (
    <Plot columns={1} height={HEIGHT}>
      {({ width, x }) => {
        const place = scaleLinear<number>({ domain: [0, highest], range: [EDGE, width - EDGE] })
        return (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <Line from={{ x: 0, y: HEIGHT / 2 }} to={{ x: width, y: HEIGHT / 2 }} stroke="var(--line)" />
            {band.engagements.map((one, index) => (
              <Circle
                key={index}
                cx={x(place(one))}
                cy={HEIGHT / 2}
                r={4}
                strokeWidth={1.5}
                fill={band.median === null ? 'var(--paper)' : 'var(--pond)'}
                stroke={band.median === null ? 'var(--ink-faint)' : 'var(--pond)'}
              />
            ))}
            {band.median !== null && (
              <Line
                from={{ x: x(place(band.median)), y: 2 }}
                to={{ x: x(place(band.median)), y: HEIGHT - 2 }}
                stroke="var(--ink)"
                strokeWidth={2}
              />
            )}
          </svg>
        )
      }}
    </Plot>
  )
}
