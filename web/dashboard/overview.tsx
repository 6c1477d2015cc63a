import type { PostSummary } from '#core/posts/lists-contract.ts'
import { SPARK, SPARK_BAR_WIDTH, sparkBars, STRONG } from '#core/posts/dashboard-intro.ts'

/** The sentence below the greeting, with the views of the last seven days as bars. */
export function Overview({ text, views }: { text: string; views: PostSummary['views'] }) {
  const [start = '', ...parts] = text.split(STRONG.begin)
  const bars = sparkBars(views)
  return (
    <>
      {start}
      {parts.map((part, index) => {
        const [strong, rest] = part.split(STRONG.end)
        return (
          <span key={index}>
            <strong className="font-strong text-ink">{strong}</strong>
            {rest}
          </span>
        )
      })}
      {bars && (
        <>
          {' '}
          <svg
            viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
            width={SPARK.width}
            height={SPARK.height}
            aria-hidden="true"
            className="points inline-block align-middle max-md:mt-1 max-md:block md:ms-3"
          >
            {bars.map(({ x, height, isToday }) => (
              <rect
                key={x}
                x={x}
                y={SPARK.height - height}
                width={SPARK_BAR_WIDTH}
                height={height}
                rx={1.5}
                className={isToday ? 'fill-pond' : 'fill-spark'}
              />
            ))}
          </svg>
        </>
      )}
    </>
  )
}
