import { registerHooks } from 'node:module'

// What Frogy would be without its fence: `node --import` of this file takes it out of the worker as it is loaded. Only the
// chaos harness asks for it, to see that it would notice: an attempt whose outcome is not known is simply sent again.

const CUTS: { file: string; from: string; to: string }[] = [
  {
    file: '/server/publishing/publish-post.ts',
    from: "if (claimed.attempt.state === 'prepared') await sendGuarded(job)\n  else await lookForPost(job)",
    // What is to wait is looked for as ever: nothing puts it off, so that it would be tried again and again.
    to: "if (claimed.attempt.state === 'prepared' || !pauses.isHolding(claimed.account, claimed.post)) await sendGuarded(job)\n  else await lookForPost(job)",
  },
  {
    file: '/server/publishing/fence.ts',
    from: "a.state = 'prepared' and p.status",
    to: "a.state in ('prepared', 'sending', 'unknown') and p.status",
  },
  // What was built from the sources has its fence.
  { file: '/server/built.ts', from: 'isBuiltFromThis(root) ?', to: 'false ?' },
]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const cut = CUTS.find(({ file }) => url.endsWith(file))
    if (!cut) return loaded
    const parts = String(loaded.source).split(cut.from)
    // Else a fence that was rebuilt would stay, and the harness would praise it for what it did not try.
    if (parts.length !== 2) throw new Error(`The fence is not where it was in ${cut.file}`)
    return { ...loaded, source: parts.join(cut.to) }
  },
})
