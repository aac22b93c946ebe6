/** How often a key may do something within a rolling window. Kept in memory, bounded in keys. */
export interface Limiter {
  /** Takes `weight` from the key's allowance. */
  take(key: string, now: number, weight?: number): Allowance
}

export interface Allowance {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window is fresh again. */
  reset: number
}

export function rollingLimiter(options: { limit: number; windowMs: number; maxKeys?: number }): Limiter {
  const { limit, windowMs, maxKeys = 50_000 } = options
  const windows = new Map<string, Window>()

  return {
    take(key, now, weight = 1) {
      const window = windowAt(windows.get(key), now, windowMs)
      const used = usedIn(window, now, windowMs)
      const allowed = used + weight <= limit
      if (allowed) window.used += weight
      windows.delete(key)
      windows.set(key, window)
      if (windows.size > maxKeys) forgetOldest(windows)
      const remaining = Math.max(0, Math.floor(limit - used - (allowed ? weight : 0)))
      return { allowed, limit, remaining, reset: (window.since + windowMs - now) / 1000 }
    },
  }
}

export interface Window {
  since: number
  used: number
  previous: number
}

/** The window rolls: what was used in the previous one counts by the share of it that still lies inside. */
export function usedIn(window: Window, now: number, windowMs: number): number {
  return window.previous * (1 - (now - window.since) / windowMs) + window.used
}

/** The window as it is now, by what is known of it. */
export function windowAt(window: Window | undefined, now: number, windowMs: number): Window {
  if (!window || now - window.since >= 2 * windowMs) return { since: now, used: 0, previous: 0 }
  if (now - window.since >= windowMs) return { since: window.since + windowMs, used: 0, previous: window.used }
  return window
}

function forgetOldest(windows: Map<string, Window>) {
  const oldest = windows.keys().next().value
  if (oldest !== undefined) windows.delete(oldest)
}
