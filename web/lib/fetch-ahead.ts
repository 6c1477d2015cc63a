/** Events that start the loading of lazy modules, because users move, touch or type before they need one. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const
/** Prefetching pauses after these events, so that the pressed element loads first. */
const PRESSES = ['pointerdown', 'keydown'] as const
/**
 * The maximum number of parallel fetches. Browsers open six connections to a host, and most must stay free for what
 * users press.
 */
const MAX_RUNNING = 2
/** How long prefetching pauses after the user presses something. */
const PAUSE_MS = 400

const queue: (() => Promise<void>)[] = []
let hasBegun = false
let running = 0
let wanted = 0
let pressedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined

/** Prefetches a module after the user's first interaction, while the user waits for no other module. */
export function fetchAhead(load: () => Promise<void>): void {
  queue.push(load)
  if (hasBegun) continueSoon()
}

/** Loads a module that the user waits for. No prefetch starts meanwhile. */
export async function fetchFirst(load: () => Promise<void>): Promise<void> {
  wanted += 1
  try {
    await load()
  } finally {
    wanted -= 1
    continueSoon()
  }
}

function begin(event: Event) {
  // Ignores a resting pointer, which browsers report when the page appears.
  if (event.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY) return
  for (const eventName of INTERACTIONS) removeEventListener(eventName, begin, true)
  hasBegun = true
  continueSoon()
}

function continueSoon() {
  if (!hasBegun) return
  clearTimeout(timer)
  timer = setTimeout(fetchNext, Math.max(0, pressedAt + PAUSE_MS - performance.now()))
}

function fetchNext() {
  if (wanted > 0) return
  for (const load of queue.splice(0, MAX_RUNNING - running)) {
    running += 1
    // A failed load is repeated when the user needs the module.
    void load()
      .catch(() => {})
      .then(() => {
        running -= 1
        continueSoon()
      })
  }
}

// Without a document, the build is prerendering pages.
if (globalThis.document) {
  const options = { capture: true, passive: true }
  for (const eventName of PRESSES)
    addEventListener(
      eventName,
      () => {
        pressedAt = performance.now()
        if (timer) continueSoon()
      },
      options,
    )
  for (const eventName of INTERACTIONS) addEventListener(eventName, begin, options)
}
