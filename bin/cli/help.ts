import { TIME_FORMS } from './publication-time.ts'

export const HELP = `frogy COMMAND, with an API key of your Frogy:

  login ADDRESS        stores the address and the API key, which it reads from the standard input
  post [TEXT]          publishes a post now, or schedules it with --at
  draft [TEXT]         saves a draft
  schedule ID --at …   schedules a draft, or moves a scheduled post
  publish ID           publishes a post now
  cancel ID            makes a scheduled post a draft
  delete ID            deletes a post; a published one needs --also-on-network or --only-in-frogy
  list                 lists posts, newest first: --status draft,scheduled --network bluesky --limit 20
  show ID              shows one post
  accounts             lists the connected accounts
  upload FILE…         uploads up to four pictures, for --image ID

Options of post and draft:
  --network NAME       required; for several networks, repeat it or separate names by commas
  --at TIME            ${TIME_FORMS}
  --zone ZONE          the zone of --at, such as Asia/Riyadh; by default the zone of your account
  --file FILE          reads the text from a file; without TEXT, it comes from the standard input
  --image FILE|ID      a picture, up to four times; each --alt TEXT describes one of them, in order
  --hashtags "a, b"    hashtags after the text
  --account ID         another account than the network's default

Every command except login has --json. Commands that change something have --idempotency-key, for machines that keep
no files. Errors go to the standard error. Exit codes:
  0 done   2 wrong arguments or settings   3 API key rejected   4 refused by Frogy
  5 no complete response: repeat the same command, and nothing is posted twice
  6 the network did not publish the post

FROGY_URL and FROGY_API_KEY replace the stored login.`
