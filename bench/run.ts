import { parseArgs } from 'node:util'
import { benchArticles } from './articles.ts'
import { benchBluesky } from './bluesky.ts'
import { benchCalendar } from './calendar.ts'
import { benchChaos } from './chaos.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchFirstWords } from './first-words.ts'
import { benchFuzz } from './fuzz.ts'
import { benchGrounding } from './grounding.ts'
import { benchLateness } from './lateness.ts'
import { benchLoad, type LoadOptions } from './load.ts'
import { benchMetrics } from './metrics.ts'
import { benchOffline } from './offline.ts'
import { benchOutages } from './outages.ts'
import { benchPostsList } from './posts-list.ts'
import { benchPowerCut } from './power-cut.ts'
import { benchPrompts } from './prompts.ts'
import { benchRestore } from './restore.ts'
import { benchScale } from './scale.ts'
import { benchShift } from './shift.ts'
import { benchSources } from './sources.ts'
import { benchStart } from './start.ts'
import { benchVideos } from './videos.ts'
import { benchWorkspaces } from './workspaces.ts'

interface BenchOptions extends LoadOptions {
  seed?: number
  posts?: number
  /** Whether the command line names this benchmark. */
  isNamed: boolean
}

/**
 * The benchmarks by name. `npm run bench` runs all, and `npm run bench lateness` runs one. `npm run bench chaos --
 * --seed 7` repeats a chaos run, and `--posts 200` shortens it. `npm run bench load -- --minutes 1 --webs 1 --step
 * steady` runs one step of the load benchmark.
 */
const BENCHMARKS: Record<string, (options: BenchOptions) => Promise<boolean>> = {
  start: benchStart,
  'posts-list': benchPostsList,
  calendar: benchCalendar,
  load: benchLoad,
  scale: benchScale,
  workspaces: benchWorkspaces,
  lateness: benchLateness,
  'first-load': benchFirstLoad,
  shift: benchShift,
  sources: benchSources,
  articles: benchArticles,
  fuzz: benchFuzz,
  chaos: benchChaos,
  outages: benchOutages,
  'power-cut': benchPowerCut,
  restore: benchRestore,
  prompts: benchPrompts,
  grounding: benchGrounding,
  offline: benchOffline,
  'first-words': benchFirstWords,
  metrics: benchMetrics,
  videos: benchVideos,
  bluesky: benchBluesky,
}

const { positionals: wanted, values } = parseArgs({
  options: {
    seed: { type: 'string' },
    posts: { type: 'string' },
    minutes: { type: 'string' },
    webs: { type: 'string' },
    step: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
const options = {
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
  ...(values.posts !== undefined && { posts: Number(values.posts) }),
  ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
  ...(values.webs !== undefined && { webs: values.webs.split(',').map(Number) }),
  ...(values.step !== undefined && { steps: values.step }),
}
const unknown = wanted.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`)
  process.exit(1)
}
let allHold = true
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  const isNamed = wanted.includes(name)
  if (wanted.length === 0 || isNamed) allHold = (await bench({ ...options, isNamed })) && allHold
}
process.exitCode = allHold ? 0 : 1
