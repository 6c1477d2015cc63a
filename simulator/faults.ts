import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Call, Network, Route } from './network.ts'
import type { Fault } from './fault.ts'
import type { Operation, Platform } from './platform.ts'
import type { World } from './world.ts'

/** Queues a fault after those that are already queued. */
export function addFault(world: World, fault: Fault) {
  world.faults.put(String(world.sequence()), fault)
}

function nextFault(world: World, platform: Platform, operation: Operation): Fault | undefined {
  for (const [key, fault] of world.faults.entries()) {
    if (fault.platform !== platform || fault.operation !== operation) continue
    if (fault.count > 1) world.faults.put(key, { ...fault, count: fault.count - 1 })
    else world.faults.delete(key)
    return fault
  }
  return undefined
}

export function clearFaults(world: World): number {
  const keys = [...world.faults.entries()].map(([key]) => key)
  for (const key of keys) world.faults.delete(key)
  return keys.length
}

const GARBAGE: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Sorry</title><h1>Something went wrong</h1><p>We are working on it &#128034;</p>{"id":',
}

/** Combines the network's usual error with the body and headers that the fault sets. */
function withGivenBody(fault: Fault, usual: Answer): Answer {
  const headers = { ...usual.headers, ...fault.headers }
  return fault.body === undefined ? { ...usual, headers } : { status: usual.status, headers, body: fault.body }
}

/** Handles a request and applies the next queued fault. 'cut' means that the connection closes without a response. */
export async function answerWithFaults(
  world: World,
  network: Network,
  route: Route,
  call: Call,
  work: (call: Call) => Promise<Answer>,
  closing: AbortSignal,
): Promise<Answer | 'cut'> {
  if (world.manner('away') === network.platform) return 'cut'
  const operation = typeof route.operation === 'function' ? route.operation(call) : route.operation
  const fault = operation && nextFault(world, network.platform, operation)
  switch (fault?.fault) {
    case undefined:
      return work(call)
    case 'drop_before':
      return 'cut'
    case 'drop_after':
      await work({ ...call, body: call.body.subarray(0, fault.bodyBytes) })
      return 'cut'
    case 'garbage':
      await work(call)
      return { ...GARBAGE, status: fault.status ?? 200 }
    case 'slow':
      await pause(fault.delayMs, undefined, { signal: closing, ref: false }).catch(() => {})
      return closing.aborted ? 'cut' : work(call)
    case 'status':
      if (fault.afterWork) await work(call)
      return withGivenBody(fault, network.faultAnswer(fault, world))
  }
}
