export interface IsoCurrency {
  code: string
  name: string
  decimal_points: number
  symbol: string
}

let known: readonly IsoCurrency[] | undefined

/** All of ISO 4217 with its minor units; names and symbols in English. To find them takes long: it is done once. */
export function isoCurrencies(): readonly IsoCurrency[] {
  known ??= findCurrencies()
  return known
}

function findCurrencies(): IsoCurrency[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return CODES.map(code => ({
    code,
    name: NAMES[code] ?? names.of(code) ?? code,
    decimal_points: MINOR_UNITS[code] ?? 2,
    symbol: symbolOf(code),
  }))
}

function symbolOf(code: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(part => part.type === 'currency')?.value ?? code
}

const CODES =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
  CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL
  HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA
  MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
  RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
  USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX
  YER ZAR ZMW ZWG`.split(/\s+/)

/** Where the number of decimals is not two; units that are no money have none. */
const MINOR_UNITS: Record<string, number> = {
  ...unitsOf(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...unitsOf(0, 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'),
  ...unitsOf(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...unitsOf(4, 'CLF UYW'),
}

function unitsOf(decimals: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map(code => [code, decimals]))
}

/** Younger than the language data of some supported versions of Node. */
const NAMES: Record<string, string> = {
  XAD: 'Arab Accounting Dinar',
  XCG: 'Caribbean Guilder',
  ZWG: 'Zimbabwe Gold',
  VED: 'Bolívar Soberano',
}
