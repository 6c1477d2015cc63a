// Asks for /healthz again and again, in a process of its own: what the benchmark itself does must not count. Each message
// is answered with the longest that an answer took since the last one, in ms.

const [url] = process.argv.slice(2)
let longestMs = 0
let endOfAsking: (() => void) | undefined
process.on('message', () => {
  endOfAsking = () => {
    process.send?.(longestMs)
    longestMs = 0
  }
})

async function ask(): Promise<void> {
  for (;;) {
    const began = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    longestMs = Math.max(longestMs, performance.now() - began)
    // What was under way when somebody asked counts too.
    endOfAsking?.()
    endOfAsking = undefined
  }
}

void ask()
