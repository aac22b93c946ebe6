/** Options of the fields the product comes with: those a company starts with, and those nobody changes. */

export const DEAL_LABELS = [
  ['Hot', 'red'],
  ['Warm', 'yellow'],
  ['Cold', 'blue'],
] as const

export const CONTACT_LABELS = [
  ['Customer', 'green'],
  ['Hot lead', 'red'],
  ['Warm lead', 'yellow'],
  ['Cold lead', 'blue'],
] as const

export const PROJECT_LABELS = [
  ['High priority', 'red'],
  ['Medium priority', 'yellow'],
  ['Low priority', 'blue'],
] as const

export const HEALTH_STATUSES = [
  ['On track', 'green'],
  ['At risk', 'yellow'],
  ['Off track', 'red'],
] as const

export const CATEGORIES = [
  ['Goods', null],
  ['Services', null],
] as const

export const INDUSTRIES = [
  ['Agriculture', null],
  ['Construction', null],
  ['Education', null],
  ['Finance', null],
  ['Health care', null],
  ['Manufacturing', null],
  ['Media', null],
  ['Public sector', null],
  ['Retail', null],
  ['Technology', null],
  ['Transport', null],
  ['Other', null],
] as const

export const STATUSES = [
  { id: 'open', label: 'Open' },
  { id: 'won', label: 'Won' },
  { id: 'lost', label: 'Lost' },
  { id: 'deleted', label: 'Deleted' },
]

export const PROJECT_STATUSES = [
  { id: 'open', label: 'Open' },
  { id: 'completed', label: 'Completed' },
  { id: 'canceled', label: 'Canceled' },
  { id: 'deleted', label: 'Deleted' },
]

export const VISIBILITIES = [
  { id: 1, label: 'Owner' },
  { id: 3, label: "Owner's visibility group" },
  { id: 5, label: "Owner's visibility group and groups below" },
  { id: 7, label: 'All users' },
]

export const MARKETING_STATUSES = [
  { id: 'no_consent', label: 'No consent' },
  { id: 'unsubscribed', label: 'Unsubscribed' },
  { id: 'subscribed', label: 'Subscribed' },
  { id: 'archived', label: 'Archived' },
]

export const BILLING_FREQUENCIES = [
  { id: 'one-time', label: 'One-time' },
  { id: 'weekly', label: 'Weekly' },
  { id: 'monthly', label: 'Monthly' },
  { id: 'quarterly', label: 'Quarterly' },
  { id: 'semi-annually', label: 'Semi-annually' },
  { id: 'annually', label: 'Annually' },
]

export const NO_YES = [
  { id: 0, label: 'No' },
  { id: 1, label: 'Yes' },
]
