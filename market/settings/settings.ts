/** What the operator decides. */
export interface Settings {
  /** Hundredths of a percent on top of the price. */
  feeBp: number
  priceCapCents: number
  unlistDays: number
  warnDays: number
  autoUnlist: boolean
  dropOffDays: number
  coursePattern: string
  anyEdu: boolean
  universities: University[]
  staffAddress: string
}

export interface University {
  name: string
  domains: string[]
}
