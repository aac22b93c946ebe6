/**
 * What money is worth where nobody says otherwise, so that sums over several currencies leave nothing out. A company's
 * own rates (`PUT /v1/currencies/rates`) come before these. For adding up, not for trading.
 */
export const REFERENCE_DATE = '2026-06-02'

export const REFERENCE_SOURCE =
  'Mid-market rates against the US dollar as open.er-api.com quoted them, rounded to four digits; AED, DJF, KPW and SVC by their official pegs, CHE and CHW as CHF, USN as USD, VED as VES'

/** Units of each currency for one US dollar. Metals, tests and units of account other than CLF and XDR have no price here. */
export const REFERENCE_RATES: ReadonlyMap<string, number> = new Map(
  `
  AED 3.6725, AFN 63.55, ALL 81.91, AMD 368.5, AOA 924.9, ARS 1421, AUD 1.396, AWG 1.79, AZN 1.7, BAM 1.681, BBD 2,
  BDT 122.7, BHD 0.376, BIF 2984, BMD 1, BND 1.279, BOB 6.919, BRL 5.029, BSD 1, BTN 95.1, BWP 13.79, BYN 2.759,
  BZD 2, CAD 1.383, CDF 2265, CHE 0.786, CHF 0.786, CHW 0.786, CLF 0.02251, CLP 889.9, CNY 6.781, COP 3692,
  CRC 453.7, CUP 24, CVE 94.78, CZK 20.86, DJF 177.721, DKK 6.414, DOP 58.62, DZD 132.7, EGP 52.03, ERN 15,
  ETB 158, EUR 0.8596, FJD 2.213, FKP 0.7433, GBP 0.7433, GEL 2.665, GHS 11.77, GIP 0.7433, GMD 74.21, GNF 8765,
  GTQ 7.628, GYD 209.2, HKD 7.838, HNL 26.62, HTG 130.9, HUF 305.3, IDR 17880, ILS 2.819, INR 95.1, IQD 1311,
  IRR 1239000, ISK 123.4, JMD 157.5, JOD 0.709, JPY 159.6, KES 129.5, KGS 87.47, KHR 4035, KMF 422.9, KPW 900,
  KRW 1511, KWD 0.309, KYD 0.8333, KZT 488.1, LAK 21960, LBP 89500, LKR 330.5, LRD 182.1, LSL 16.3, LYD 6.351,
  MAD 9.186, MDL 17.29, MGA 4196, MKD 53.02, MMK 2100, MNT 3600, MOP 8.073, MRU 40.07, MUR 47.33, MVR 15.44,
  MWK 1743, MXN 17.36, MYR 3.965, MZN 63.63, NAD 16.3, NGN 1371, NIO 36.8, NOK 9.271, NPR 152.2, NZD 1.684,
  OMR 0.3845, PAB 1, PEN 3.403, PGK 4.367, PHP 61.81, PKR 278.8, PLN 3.639, PYG 6090, QAR 3.64, RON 4.509,
  RSD 100.8, RUB 71.81, RWF 1467, SAR 3.75, SBD 7.914, SCR 14.75, SDG 454, SEK 9.303, SGD 1.278, SHP 0.7433,
  SLE 24.58, SOS 571.1, SRD 37.16, SSP 4700, STN 21.06, SVC 8.75, SYP 112.4, SZL 16.3, THB 32.6, TJS 9.229,
  TMT 3.5, TND 2.907, TOP 2.363, TRY 45.94, TTD 6.763, TWD 31.37, TZS 2617, UAH 44.3, UGX 3751, USD 1, USN 1,
  UYU 40.15, UZS 11930, VED 558, VES 558, VND 26180, VUV 117.5, WST 2.68, XAF 563.8, XCD 2.7, XCG 1.79, XDR 0.73,
  XOF 563.8, XPF 102.6, YER 238.6, ZAR 16.3, ZMW 18.26, ZWG 26.85`
    .trim()
    .split(',')
    .map(entry => {
      const [code = '', rate] = entry.trim().split(' ')
      return [code, Number(rate)]
    }),
)
