import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

// The least that the same answer can cost: Node's own server, the driver, one query, JSON.stringify.
const [url, userId] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url })
const server = createServer((_request, response) => {
  void pool
    .query(
      `select id, content, platform, status, scheduled_at as "scheduledAt", time_zone as "timeZone", published_at as "publishedAt", created_at as "createdAt", updated_at as "updatedAt",
        content_language as "contentLanguage", content_type as "contentType", tone, hashtags, images, videos, account_id as "accountId", former_account as "formerAccount", engagement, permalink,
        revision, wish, failure
      from posts where user_id = $1 order by created_at desc, id desc limit 1000`,
      [userId],
    )
    .then(({ rows }) => {
      const posts = (rows as Row[]).map(
        ({ images, videos, accountId, formerAccount, engagement, permalink, revision, wish, failure, ...post }) => ({
          ...post,
          images: images.length > 0 ? images : null,
          media: { images, videos },
          accountId,
          formerAccount,
          siblingId: null,
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
  console.log(`Bare is at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.once('SIGTERM', () => process.exit())

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
