import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

// The server that the posts list is compared with: Node's HTTP server, the PostgreSQL driver with its default settings,
// one query, JSON.stringify. It uses a PostgreSQL server, or an embedded database in a folder.
const [place = '', userId] = process.argv.slice(2)
const query = place.startsWith('postgres') ? onServer() : await onEmbedded()

const server = createServer((_request, response) => {
  void query(
    `select id, content, platform, status, scheduled_at as "scheduledAt", planned_at as "plannedAt", time_zone as "timeZone", published_at as "publishedAt", created_at as "createdAt", updated_at as "updatedAt",
      content_language as "contentLanguage", content_type as "contentType", tone, hashtags, images, videos, account_id as "accountId", former_account as "formerAccount", engagement, permalink,
      revision, wish, failure
    from posts where user_id = $1 order by created_at desc, id desc limit 1000`,
  ).then((rows) => {
    const posts = rows.map(
      ({ images, videos, accountId, formerAccount, engagement, permalink, revision, wish, failure, ...post }) => ({
        ...post,
        images: images.length > 0 ? images : null,
        media: { images, videos },
        accountId,
        formerAccount,
        siblingId: null,
        feed: null,
        engagement,
        permalink,
        revision,
        wish,
        failure,
      }),
    )
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(posts))
  })
})
server.listen(0, '127.0.0.1', () =>
  console.log(`Baseline is at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.once('SIGTERM', () => process.exit())

type Query = (text: string) => Promise<Row[]>

function onServer(): Query {
  const pool = new pg.Pool({ connectionString: place })
  return async (text) => (await pool.query<Row>(text, [userId])).rows
}

async function onEmbedded(): Promise<Query> {
  const lite = await PGlite.create({ dataDir: place, postgresqlconf: ['shared_buffers = 16MB', 'max_wal_size = 64MB'] })
  return async (text) => (await lite.query<Row>(text, [userId])).rows
}

interface Row {
  images: string[]
  videos: unknown[]
  accountId: string | null
  formerAccount: string | null
  engagement: number
  permalink: string | null
  revision: number
  wish: string | null
  failure: unknown
}
