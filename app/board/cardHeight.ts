/** All cards are equally high, so that the place of each is plain arithmetic. */
export const CARD_HEIGHT = 104
