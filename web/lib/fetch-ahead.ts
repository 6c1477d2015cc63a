/** Events that start the loading of lazy modules: users move, touch or type before they need one. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const
/** Presses, whose own modules and requests go first. */
const PRESSES = ['pointerdown', 'keydown'] as const
/** Fetches at the same time. Browsers open six connections to a host, so most stay free for what users press. */
const MAX_RUNNING = 2
/** The pause after a press. */
const PAUSE_MS = 400

const queue: (() => Promise<void>)[] = []
let hasBegun = false
let running = 0
let wanted = 0
let pressedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads a module after the user's first interaction, when no press waits for another one. */
export function fetchAhead(load: () => Promise<void>): void {
  queue.push(load)
  if (hasBegun) continueSoon()
}

/** Loads a module that the user waits for. Nothing else begins to load meanwhile. */
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

// There is no document while the build prerenders pages.
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
