import { computed, signal } from '@preact/signals'

const narrow = matchMedia('(max-width: 600px)')
const coarse = matchMedia('(pointer: coarse)')
const media = signal({ isNarrow: narrow.matches, isCoarse: coarse.matches })
for (const query of [narrow, coarse])
  query.addEventListener('change', () => {
    media.value = { isNarrow: narrow.matches, isCoarse: coarse.matches }
  })

/** On a small screen a row is a card of two lines. */
export const isNarrow = computed(() => media.value.isNarrow)

/** All rows are equally high, so that the place of each is known without drawing it. */
export const rowHeight = computed(() => (media.value.isNarrow ? 64 : media.value.isCoarse ? 44 : 36))
