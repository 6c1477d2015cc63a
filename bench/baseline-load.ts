import Fastify from 'fastify'
import pg from 'pg'

// The servers that the load benchmark compares Frogy with: bare Fastify, and the bare driver on the same database.
const [databaseUrl, email] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl })
// The database restarts during the benchmark; the pool then opens new connections.
pool.on('error', () => {})
await pool.query('create table if not exists baseline_posts (id bigserial primary key, content text not null)')
const server = Fastify()
server.get('/', async () => ({ success: true }))
server.get(
  '/read',
  async () =>
    (
      await pool.query(
        'select * from posts where user_id = (select id from users where email = $1) order by created_at desc limit 50',
        [email],
      )
    ).rows,
)
server.post('/write', async () => {
  await pool.query('insert into baseline_posts (content) values ($1)', ['For two years we bought faster software.'])
  return { success: true }
})
console.log(`Baseline is at ${await server.listen({ host: '127.0.0.1', port: 0 })}`)
process.once('SIGTERM', () => process.exit())
