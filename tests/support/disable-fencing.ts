import { registerHooks } from 'node:module'

// Node loads this file by `--import`. It removes the worker's protection against sending a post twice (fencing).
// Workers then resend posts although the first try may have published them. The chaos test uses it to prove that it
// detects duplicate posts.

const CUTS: { file: string; from: string; to: string }[] = [
  {
    file: '/server/publishing/publish-due-post.ts',
    from: "if (claimed.attempt.state === 'prepared') await publishPost(job)\n  else await traced(job, 'check', () => findLostPost(job))",
    // Send waiting posts again immediately, unless their account or the post is paused.
    to: "if (claimed.attempt.state === 'prepared' || !pauses.isPaused(claimed.account, claimed.post)) await publishPost(job)\n  else await traced(job, 'check', () => findLostPost(job))",
  },
  {
    file: '/server/publishing/send/fence.ts',
    from: "and a.state = 'prepared'",
    to: "and a.state in ('prepared', 'sending', 'unknown')",
  },
  // The built server still has the protection against sending a post twice, so make Frogy load its sources instead.
  { file: '/server/program-file.ts', from: 'isBuiltFromThis(root) ?', to: 'false ?' },
]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const cut = CUTS.find(({ file }) => url.endsWith(file))
    if (!cut) return loaded
    const parts = String(loaded.source).split(cut.from)
    // Fail if the code to remove is not there. The protection would stay, and the chaos test would prove nothing.
    if (parts.length !== 2) throw new Error(`The fence is not where it was in ${cut.file}`)
    return { ...loaded, source: parts.join(cut.to) }
  },
})
