/** What matching knows of words before any book is posted: a catalogue of three books cannot know it. */

/** Words that say nothing about the subject. */
export const STOP = new Set(
  'a an and at by de der des die el for from i in into is la le of on or s the their to und vs w with you your'.split(
    ' ',
  ),
)

/** Words that many textbooks share, whatever they are about. */
export const COMMON = new Set(
  `advanced analysis applied application applications approach art basic basics beginner beginners brief care case cases
  century college complete comprehensive concept concepts contemporary core course edition element elementary elements
  engineer engineering engineers essential essentials ethics exploring exercise exercises first foundation foundations
  fundamental fundamentals general global guide handbook history human intermediate international intro introducing
  introduction introductory its law laboratory lab lecture lectures making management manual method methods modern
  new notes perspective perspectives practical practice primer principle principles problem problems process program
  programming reader research science sciences second selected solution solutions student students study survey system
  systems technique techniques text textbook theories theory today tool tools topic topics understanding university
  using volume way workbook world writing`.split(/\s+/),
)

/**
 * Names of fields, and words that tell them apart. Many are a slip from another one (geology and zoology, statics and
 * statistics): none of them is a mistyped word, whether a title has it or not.
 */
export const FIELDS = new Set(
  `abnormal accounting acoustics adult aerodynamics aesthetics agriculture agronomy algebra algorithms analytical anatomy
  ancient animal anthropology applied aquatic archaeology architecture arithmetic art astronomy astrophysics atomic auditing
  bacteriology ballistics banking behavioral biochemistry bioethics biogeography bioinformatics bioinorganic biology
  biomechanics biometry bioorganic biophysics biostatistics botany business calculus cardiology cartography cell child
  chemistry cinema civics civil classical climatology clinical cognitive combinatorics commerce communication comparative
  composition computation computer computing constitutional corporate cosmology cost criminal criminology cryptography
  cultural cytology dance deductive democracy demography dentistry dermatology design developmental differential digital
  discrete drama drawing dynamics early ecology econometrics economics education electricity
  electrodynamics electromagnetics electromagnetism electronics embryology endocrinology energy english entomology
  environmental epidemiology epistemology ethics ethnography ethnology ethology etymology evolution evolutionary fiction
  finance financial fluid forensics forestry french functional game gender genetics genomics geochemistry geodesy geography
  geology geometry geomorphology geophysics german gerontology government grammar graph greek group gynecology harmony
  health hematology hermeneutics histology historiography history horticulture human hydraulics hydrology immunology
  inductive industrial informatics inorganic instrumental integral intercultural international italian jazz journalism
  jurisprudence justice kinematics kinesiology kinetics labor latin law leadership learning linear linguistics literature
  logic logistics machine macroeconomics magnetism management managerial manufacturing marine marketing materials
  maternity mathematical mathematics measure mechanical mechanics media medical medicine medieval metabolism metallurgy
  metaphysics meteorology methodology metrology microbiology microeconomics microelectronics mineralogy modeling modern
  molecular multimedia music musicology mycology mythology nanotechnology network networking networks neurobiology
  neurology neuroscience nonlinear nuclear numerical nursing nutrition obstetrics oceanography oncology operations optics
  optimization organic organizational organometallic ornithology painting paleontology parasitology parallel partial
  pathology pediatric pediatrics pedagogy personality petrology pharmacology pharmacy philology philosophy phonetics
  phonology photography physical physics physiology plant poetry political politics polymer population probability
  production programming prose psychiatry psychoanalysis psychology public qualitative quantitative quantum radiology
  regression relativity religion rhetoric robotics russian sculpture sediment seismology semantics semiotics social
  sociology software soil solid spanish speech sports statics statistical statistics stochastic strategic structural
  structures surgery syntax tax taxation taxonomy technology theater theology thermal thermodynamics tomography topography
  topology toxicology translation transport trigonometry typography urban urology veterinary virology vision visual
  zoology`.split(/\s+/),
)

/** What students write for a word and do not begin it with. */
export const LONG_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  `acct accounting, cs computer science, diffeq differential equations, engr engineering, govt government, intl
  international, mgmt management, ochem organic chemistry, ode ordinary differential equations, odes ordinary differential
  equations, orgo organic chemistry, pde partial differential equations, pdes partial differential equations, stats
  statistics`
    .split(',')
    .map(entry => entry.trim().split(/\s+/))
    .map(([short = '', ...long]) => [short, long] as const),
)

/** Beginnings that stand for a word though they are this short; longer ones always may. */
export const SHORT_FORMS = new Set(
  'adv alg app bio comp dev eco eng eq geo gov lit med phil pol sci soc vol'.split(' '),
)
