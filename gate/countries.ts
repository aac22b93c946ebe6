/**
 * Country codes as they stand in passports, and common groups of them.
 *
 * ```ts
 * import { EU_COUNTRIES } from 'gate/countries'
 *
 * gate({ …, disclosures: { minAge: 18, nationality: { included: EU_COUNTRIES } } })
 * ```
 */

const ISO_COUNTRIES = codes(`
  ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS
  BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV
  CRI CUB CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM
  GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN
  IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE
  LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS
  MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK
  PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR
  SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY
  USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE
`)

/**
 * What passports carry beside ISO 3166-1: Kosovo, the United Nations, the European Union, refugees and stateless
 * persons, organisations, and the five British nationalities that are not British citizenship.
 */
const DOCUMENT_CODES = codes(`
  RKS UNK UNO UNA EUE XXA XXB XXC XXX XOM XPO XBA XIM XCC XCE XCO XEC XES XDC GBD GBN GBO GBP GBS
`)

/** Every code a filter accepts: the 249 of ISO 3166-1 alpha-3 and those only passports carry. */
export const ALL_COUNTRIES = [...ISO_COUNTRIES, ...DOCUMENT_CODES] as const

/** A three-letter upper-case country code. */
export type X511Country = (typeof ALL_COUNTRIES)[number]

/** The 27 members of the European Union. */
export const EU_COUNTRIES = codes(`
  AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP
  SWE
`)

/** The European Economic Area: the EU, Iceland, Liechtenstein and Norway. */
export const EEA_COUNTRIES = [...EU_COUNTRIES, ...codes('ISL LIE NOR')] as const

/** The 29 states of the Schengen area. */
export const SCHENGEN_COUNTRIES = codes(`
  AUT BEL BGR HRV CZE DNK EST FIN FRA DEU GRC HUN ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP SWE CHE
  ISL LIE NOR
`)

/** The 11 members of ASEAN. */
export const ASEAN_COUNTRIES = codes('BRN KHM IDN LAO MYS MMR PHL SGP THA TLS VNM')

/** Full members of MERCOSUR; Venezuela is suspended and not listed. */
export const MERCOSUR_COUNTRIES = codes('ARG BRA PRY URY BOL')

/** The 35 sovereign states of the Americas. */
export const AMERICAS_COUNTRIES = codes(`
  ATG ARG BHS BRB BLZ BOL BRA CAN CHL COL CRI CUB DMA DOM ECU SLV GRD GTM GUY HTI HND JAM MEX NIC PAN PRY
  PER KNA LCA VCT SUR TTO USA URY VEN
`)

const KNOWN: ReadonlySet<string> = new Set(ALL_COUNTRIES)

export function isCountry(code: unknown): code is X511Country {
  return typeof code === 'string' && KNOWN.has(code)
}

/** Letters that documents use for a country whose code is another one. */
const ALIASES: Readonly<Record<string, X511Country>> = { D: 'DEU', XKK: 'RKS', XKX: 'RKS' }

/**
 * The country behind the letters of a document: `D<<` is DEU, XKK and XKX are RKS. Undefined when no country is
 * written there, so that a blank field never counts as "not on the list".
 */
export function countryOfLetters(letters: string): X511Country | undefined {
  const code = letters.replaceAll('<', '')
  const country = ALIASES[code] ?? code
  return isCountry(country) ? country : undefined
}

/** The spellings a document may use for a country, in the three letters of the machine-readable zone. */
export function lettersOfCountry(country: X511Country): readonly string[] {
  return country === 'DEU' ? ['D<<'] : spellingsOfCountry(country)
}

/** A country's codes of three letters: its own, and those that mean the same. */
export function spellingsOfCountry(country: X511Country): readonly string[] {
  return [country, ...Object.keys(ALIASES).filter(letters => letters.length === 3 && ALIASES[letters] === country)]
}

type Codes<List extends string, Found = never> = List extends `${infer Head} ${infer Rest}`
  ? Codes<Rest, Found | Code<Head>>
  : Found | Code<List>
type Code<Word extends string> = Word extends `${infer Head}\n${infer Rest}`
  ? Code<Head> | Code<Rest>
  : Exclude<Word, ''>

/** One cast: the type is read off the same literal the list is split from. */
function codes<const List extends string>(list: List): readonly Codes<List>[] {
  return list.trim().split(/\s+/) as unknown as readonly Codes<List>[]
}
