/*
 * An invented company that sells office furniture, so that somebody new sees every screen at work. Days are counted from
 * the day it is made, amounts are in US dollars and become round sums of the person's own currency.
 */

export const ORGANIZATIONS = [
  { name: 'Alder & Finch Architects', website: 'https://alder-finch.example' },
  { name: 'Bluebird Coffee Roasters', website: 'https://bluebird.example' },
  { name: 'Cobalt Robotics', website: 'https://cobalt-robotics.example' },
  { name: 'Dune Hotels', website: 'https://dune-hotels.example' },
  { name: 'Evergreen Clinic', website: 'https://evergreen-clinic.example' },
  { name: 'Foxglove Publishing', website: 'https://foxglove.example' },
  { name: 'Granite Law', website: 'https://granite-law.example' },
  { name: 'Harbour Logistics', website: 'https://harbour.example' },
] as const

/** `org` is the place of the organization in the list above. */
export const PEOPLE = [
  { name: 'Amara Okafor', org: 0 },
  { name: 'Ben Finch', org: 0 },
  { name: 'Carla Rossi', org: 1 },
  { name: 'Daniel Kim', org: 1 },
  { name: 'Elif Yilmaz', org: 2 },
  { name: 'Farid Haddad', org: 2 },
  { name: 'Greta Lindqvist', org: 3 },
  { name: 'Hugo Martin', org: 3 },
  { name: 'Ines Duarte', org: 4 },
  { name: 'Jonas Weber', org: 4 },
  { name: 'Keiko Tanaka', org: 5 },
  { name: 'Liam Murphy', org: 6 },
  { name: 'Maya Patel', org: 6 },
  { name: 'Noah Janssen', org: 7 },
  { name: 'Olga Novak', org: 7 },
] as const

/** What people of the sample answer to: addresses and numbers that belong to nobody. */
export function contactOf(name: string): { email: string; phone: string } {
  const [first = '', last = ''] = name.toLowerCase().split(' ')
  const digits = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10_000, 7)
  return { email: `${first}.${last}@example.com`, phone: `+1 202 555 ${String(digits).padStart(4, '0')}` }
}

export const PRODUCTS = [
  { name: 'Standing desk', code: 'DESK-1', unit: 'piece', price: 620 },
  { name: 'Office chair', code: 'CHAIR-1', unit: 'piece', price: 340 },
  { name: 'Meeting table', code: 'TABLE-8', unit: 'piece', price: 1450 },
  { name: 'Acoustic panel', code: 'PANEL-2', unit: 'piece', price: 180 },
] as const

interface SampleDeal {
  title: string
  /** Places of its person and of the person's organization. */
  person: number
  /** How far along the pipeline, from 0 to 1. */
  progress: number
  amount: number
  /** Days ago that it was added, and days ahead that it is to close. */
  added: number
  closes: number
  outcome?: { status: 'won'; days: number } | { status: 'lost'; days: number; reason: string }
  /** Products by their place, and how many of each. */
  lines?: readonly (readonly [product: number, quantity: number])[]
}

export const DEALS: readonly SampleDeal[] = [
  { title: 'Studio for twelve', person: 0, progress: 0, amount: 9200, added: 2, closes: 35 },
  { title: 'Model room', person: 1, progress: 0.5, amount: 4100, added: 20, closes: 12 },
  { title: 'Second roastery', person: 2, progress: 0.25, amount: 6800, added: 9, closes: 40 },
  { title: 'Bar stools', person: 3, progress: 0, amount: 1500, added: 1, closes: 20 },
  { title: 'Assembly hall', person: 4, progress: 0.75, amount: 38_000, added: 45, closes: 8 },
  { title: 'Quiet booths', person: 5, progress: 0.5, amount: 12_400, added: 30, closes: 48 },
  { title: 'Lobby Lisbon', person: 6, progress: 1, amount: 27_500, added: 60, closes: 4 },
  { title: 'Forty rooms Porto', person: 7, progress: 0.25, amount: 54_000, added: 14, closes: 75 },
  { title: 'Waiting room', person: 8, progress: 0.75, amount: 7300, added: 25, closes: 15 },
  { title: 'Reception desk', person: 9, progress: 0, amount: 2600, added: 3, closes: 28 },
  {
    title: 'Editors’ floor',
    person: 10,
    progress: 0.5,
    amount: 0,
    added: 18,
    closes: 22,
    lines: [
      [0, 14],
      [1, 14],
    ],
  },
  {
    title: 'Partner offices',
    person: 11,
    progress: 1,
    amount: 0,
    added: 50,
    closes: 6,
    lines: [
      [2, 2],
      [1, 16],
    ],
  },
  { title: 'Library shelves', person: 12, progress: 0.25, amount: 5200, added: 11, closes: 60 },
  { title: 'Dispatch office', person: 13, progress: 0, amount: 3900, added: 4, closes: 33 },
  {
    title: 'Training room',
    person: 14,
    progress: 1,
    amount: 8800,
    added: 70,
    closes: 2,
    outcome: { status: 'won', days: 3 },
  },
  {
    title: 'Café corner',
    person: 2,
    progress: 1,
    amount: 3100,
    added: 80,
    closes: -20,
    outcome: { status: 'won', days: 20 },
  },
  {
    title: 'Test lab',
    person: 4,
    progress: 1,
    amount: 16_500,
    added: 110,
    closes: -35,
    outcome: { status: 'won', days: 38 },
  },
  {
    title: 'Staff kitchen',
    person: 8,
    progress: 1,
    amount: 4700,
    added: 95,
    closes: -60,
    outcome: { status: 'won', days: 64 },
  },
  {
    title: 'Roof terrace',
    person: 6,
    progress: 0.5,
    amount: 11_000,
    added: 55,
    closes: -10,
    outcome: { status: 'lost', days: 12, reason: 'Too expensive' },
  },
  {
    title: 'Archive room',
    person: 12,
    progress: 0.25,
    amount: 2900,
    added: 65,
    closes: -30,
    outcome: { status: 'lost', days: 28, reason: 'Postponed' },
  },
]

/** On deals by their place. Days are ahead of today; those before it are overdue unless they are done. */
export const ACTIVITIES = [
  { subject: 'Call about the quote', type: 'call', deal: 4, days: -2 },
  { subject: 'Send colour samples', type: 'task', deal: 6, days: -1 },
  { subject: 'Ask for the floor plan', type: 'email', deal: 2, days: -4 },
  { subject: 'Visit the site', type: 'meeting', deal: 6, days: 0, time: '13:00' },
  { subject: 'Call Amara', type: 'call', deal: 0, days: 0 },
  { subject: 'Send the offer', type: 'email', deal: 8, days: 0 },
  { subject: 'Discuss delivery', type: 'call', deal: 11, days: 0, time: '15:30' },
  { subject: 'Present the booths', type: 'meeting', deal: 5, days: 1, time: '09:00' },
  { subject: 'Check stock of desks', type: 'task', deal: 10, days: 1 },
  { subject: 'Call Hugo', type: 'call', deal: 7, days: 2, time: '11:00' },
  { subject: 'Measure the shelves', type: 'meeting', deal: 12, days: 3, time: '10:00' },
  { subject: 'Follow up on the quote', type: 'call', deal: 1, days: 4 },
  { subject: 'Draft the contract', type: 'task', deal: 11, days: 6 },
  { subject: 'Call about the stools', type: 'call', deal: 3, days: 9 },
  { subject: 'Review the dispatch office', type: 'meeting', deal: 13, days: 13, time: '14:00' },
  { subject: 'First call', type: 'call', deal: 0, days: -2, done: true },
  { subject: 'Show the catalogue', type: 'meeting', deal: 4, days: -14, done: true },
  { subject: 'Send the offer', type: 'email', deal: 4, days: -7, done: true },
  { subject: 'Lunch with Greta', type: 'meeting', deal: 6, days: -10, done: true },
  { subject: 'Negotiate the price', type: 'call', deal: 6, days: -3, done: true },
  { subject: 'Agree on the delivery', type: 'call', deal: 14, days: -3, done: true },
  { subject: 'Send the invoice', type: 'email', deal: 15, days: -19, done: true },
] as const

export const NOTES = [
  { deal: 0, text: 'Twelve architects move in on the first of the month. They like oak.' },
  { deal: 1, text: 'Needs tables that fold away.' },
  { deal: 4, text: 'Elif decides, Farid pays. Budget is approved for this quarter.' },
  { deal: 4, text: 'They compare us with one other supplier.' },
  { deal: 5, text: 'Noise is the problem: 40 people in one hall.' },
  { deal: 6, text: 'Opening is fixed. Delivery has to be two weeks earlier.' },
  { deal: 7, text: 'Framework contract possible if Lisbon goes well.' },
  { deal: 8, text: 'Everything has to be washable.' },
  { deal: 10, text: 'Keiko wants desks in two heights.' },
  { deal: 11, text: 'Partners want the same chairs everywhere.' },
  { deal: 14, text: 'Signed! They asked for a discount on the next order.' },
  { deal: 18, text: 'Lost to a cheaper offer, but they were happy with the advice.' },
] as const

/** `label` is the place among the labels of the company. */
export const LEADS = [
  { title: 'Asked for a catalogue', person: 3, amount: 2400, label: 0 },
  { title: 'Wants chairs for a second clinic', person: 9, amount: 5600, label: 0 },
  { title: 'Met at the trade fair', person: 13, amount: 0, label: 1 },
  { title: 'Opens an office in spring', person: 14, amount: 18_000, label: 1 },
  { title: 'Read our newsletter', person: 10, amount: 0, label: 2 },
  { title: 'Asked about acoustic panels', person: 5, amount: 3200, label: undefined },
] as const

/** A round sum in another currency: two figures and zeros, as people quote prices. */
export function roundAmount(dollars: number, perDollar: number): number {
  const amount = dollars * perDollar
  if (amount === 0) return 0
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1)
  return Math.round(amount / unit) * unit
}

/** A day so many days after another one. */
export function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
