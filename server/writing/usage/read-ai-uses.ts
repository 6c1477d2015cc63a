import type { AiUses } from '#core/writing/providers-contract.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, computed, list, outer } from '../../db/sql.ts'
import type { Usage } from '../../adapters/ai/writer.ts'

const DAYS_MS = 30 * 86_400_000
const MAX_USES = 100

const SUMS = list(
  computed('answers', 'integer', sql`count(*) filter (where kind <> 'test')`, 0),
  computed('inputTokens', 'bigint', sql`sum(input_tokens)`, 0),
  computed('cachedTokens', 'bigint', sql`sum(cached_tokens)`, 0),
  computed('outputTokens', 'bigint', sql`sum(output_tokens)`, 0),
  computed('reasoningTokens', 'bigint', sql`sum(reasoning_tokens)`, 0),
  computed('costMicros', 'bigint', sql`sum(cost_micros)`),
)
const NOTHING = {
  answers: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costMicros: null,
}

/** The usage of the last 30 days by person, provider and model, the most expensive first. */
export async function readAiUses(on: Queryable, now: Date): Promise<AiUses> {
  const from = new Date(now.getTime() - DAYS_MS)
  const rows = await on.query(sql`
    select ${list(
      outer(columns('users', 'id', 'first_name', 'last_name', 'email')),
      columns('ai_usage', 'provider', 'model'),
      SUMS,
    )}
    from ai_usage left join users on users.id = ai_usage.user_id
    where ai_usage.at > ${from} group by users.id, ai_usage.provider, ai_usage.model
    order by sum(cost_micros) desc nulls last, count(*) desc, ai_usage.model, users.email limit ${MAX_USES}`)
  const [total] = await on.query(sql`select ${SUMS} from ai_usage where at > ${from}`)
  return {
    uses: rows.map(({ id, first_name, last_name, email, provider, ...use }) => ({
      ...use,
      provider: provider as Usage['provider'],
      person: id === null || email === null ? null : { id, name: `${first_name} ${last_name}`.trim() || email, email },
    })),
    total: total ?? NOTHING,
  }
}
