import { signal } from '@preact/signals'

/** Whether the server could be reached when it was asked last. */
export const isOnline = signal(true)

export function reportReach(reached: boolean): void {
  isOnline.value = reached
}

addEventListener('offline', () => reportReach(false))
addEventListener('online', () => reportReach(true))
