import { pairs } from './titles.ts'

/** Titles written after the rules were made with `titles.ts` and mended with `heldOutTitles.ts`: nothing was chosen by these. */

export const THIRD_WANTED = pairs(`
kandel principles of neural science > Principles of Neural Science [Eric Kandel, James Schwartz]
Lehninger [Nelson] > Lehninger Principles of Biochemistry [David L. Nelson, Michael M. Cox]
Biochemistry [Berg Tymoczko Stryer] > Biochemistry [Jeremy Berg, John Tymoczko, Lubert Stryer]
stryer biochemistry > Biochemistry [Berg, Tymoczko, Stryer]
griffiths electrodynamics > Introduction to Electrodynamics [David J. Griffiths]
Griffiths intro to quantum mechanics 2nd ed > Introduction to Quantum Mechanics [Griffiths]
goldstein classical mechanics > Classical Mechanics [Goldstein, Poole, Safko]
halliday resnick fundamentals of physics > Fundamentals of Physics [Halliday, Resnick, Walker]
university physics young and freedman > University Physics with Modern Physics [Hugh Young, Roger Freedman]
Giancoli Physics > Physics: Principles with Applications [Douglas Giancoli]
rudin principles of math analysis > Principles of Mathematical Analysis [Walter Rudin]
lay linear algebra > Linear Algebra and Its Applications [David C. Lay]
Linear alg done right [Axler] > Linear Algebra Done Right [Sheldon Axler]
boyce diprima elementary diff eq > Elementary Differential Equations and Boundary Value Problems [Boyce, DiPrima]
Larson Calculus > Calculus [Ron Larson, Bruce Edwards]
precalculus mathematics for calc > Precalculus: Mathematics for Calculus [Stewart, Redlin, Watson]
Algebra [Artin] > Algebra [Michael Artin]
munkres topology > Topology [James Munkres]
probability and stats for engineers walpole > Probability & Statistics for Engineers & Scientists [Walpole, Myers]
Devore probability and statistics > Probability and Statistics for Engineering and the Sciences [Jay Devore]
OpenIntro statistics > OpenIntro Statistics [Diez, Cetinkaya-Rundel, Barr]
naked statistics > Naked Statistics: Stripping the Dread from the Data [Wheelan]
CLRS introduction to algorithms > Introduction to Algorithms [Cormen, Leiserson, Rivest, Stein]
kleinberg tardos algorithm design > Algorithm Design [Jon Kleinberg, Éva Tardos]
sedgewick algorithms 4th edition > Algorithms [Robert Sedgewick, Kevin Wayne]
tanenbaum modern operating systems > Modern Operating Systems [Andrew S. Tanenbaum]
kurose computer networking > Computer Networking: A Top-Down Approach [James Kurose, Keith Ross]
AI a modern approach russell norvig > Artificial Intelligence: A Modern Approach [Stuart Russell, Peter Norvig]
deep learning goodfellow > Deep Learning [Ian Goodfellow, Yoshua Bengio, Aaron Courville]
silberschatz database system concepts > Database System Concepts [Silberschatz, Korth, Sudarshan]
patterson hennesy computer organization and design > Computer Organization and Design [David Patterson, John Hennessy]
the pragmatic programmer > The Pragmatic Programmer: Your Journey to Mastery [Hunt, Thomas]
Head first java > Head First Java [Kathy Sierra, Bert Bates]
automate the boring stuff > Automate the Boring Stuff with Python [Al Sweigart]
sedra smith microelectronic circuits > Microelectronic Circuits [Sedra, Smith]
Oppenheim signals and systems > Signals and Systems [Alan Oppenheim]
nise control systems engineering > Control Systems Engineering [Norman Nise]
fundamentals of electric circuits alexander sadiku > Fundamentals of Electric Circuits [Charles Alexander, Matthew Sadiku]
electric circuits nilsson > Electric Circuits [James Nilsson, Susan Riedel]
munson fluid mechanics > Fundamentals of Fluid Mechanics [Munson, Young, Okiishi]
incropera heat transfer > Fundamentals of Heat and Mass Transfer [Incropera, DeWitt]
beer johnston vector mechanics for engineers statics > Vector Mechanics for Engineers: Statics [Beer, Johnston]
Vector Mechanics for Engineers: Dynamics > Vector Mechanics for Engineers: Dynamics
mechanics of materials gere > Mechanics of Materials [James Gere]
traffic engineering > Traffic Engineering [Roess, Prassas]
water & wastewater engineering > Water and Wastewater Engineering [Davis]
engineering economic analysis > Engineering Economic Analysis [Newnan]
engineering ethics concepts & cases > Engineering Ethics: Concepts and Cases [Harris]
alberts molecular biology of the cell > Molecular Biology of the Cell [Bruce Alberts]
Campbell biology concepts and connections > Campbell Biology: Concepts & Connections [Reece]
biology campbell > Campbell Biology [Urry, Cain]
gilbert developmental biology > Developmental Biology [Scott Gilbert]
guyton and hall medical physiology > Guyton and Hall Textbook of Medical Physiology [Hall]
moore clinically oriented anatomy > Clinically Oriented Anatomy [Keith Moore]
Bates guide to physical examination > Bates' Guide to Physical Examination and History Taking [Bickley]
potter and perry fundamentals of nursing > Fundamentals of Nursing [Potter, Perry]
nclex rn comprehensive review > Saunders Comprehensive Review for the NCLEX-RN Examination [Silvestri]
Davis's Drug Guide for Nurses > Davis's Drug Guide for Nurses [Vallerand]
maternal child nursing > Maternal Child Nursing Care [Perry]
basic & clinical pharmacology katzung > Basic and Clinical Pharmacology [Bertram Katzung]
mcmurry organic chem > Organic Chemistry [John McMurry]
Organic Chem [Klein] > Organic Chemistry [David R. Klein]
housecroft inorganic chemistry > Inorganic Chemistry [Catherine Housecroft]
harris quantitative chemical analysis > Quantitative Chemical Analysis [Daniel C. Harris]
Zumdahl chemistry > Chemistry [Zumdahl, Zumdahl]
gerrig psychology & life > Psychology and Life [Richard Gerrig]
aronson social psych > Social Psychology [Elliot Aronson, Timothy Wilson]
DSM 5 > Diagnostic and Statistical Manual of Mental Disorders: DSM-5
Behavior modification what it is and how to do it > Behavior Modification: What It Is and How to Do It [Martin, Pear]
essentials of sociology giddens > Essentials of Sociology [Giddens, Duneier]
cultural anthropology a toolkit > Cultural Anthropology: A Toolkit for a Global Age [Guest]
wooldridge introductory econometrics > Introductory Econometrics: A Modern Approach [Jeffrey Wooldridge]
krugman international economics > International Economics: Theory and Policy [Krugman, Obstfeld]
Mankiw macro > Macroeconomics [N. Gregory Mankiw]
game theory an intro > Game Theory: An Introduction [Tadelis]
kieso intermediate accounting 16th ed > Intermediate Accounting [Donald Kieso]
horngren cost accounting > Horngren's Cost Accounting: A Managerial Emphasis [Datar]
fundamentals of corp finance ross > Fundamentals of Corporate Finance [Ross, Westerfield, Jordan]
kotler marketing management > Marketing Management [Philip Kotler, Kevin Keller]
business law text and cases > Business Law: Text and Cases [Clarkson]
Organisational behaviour robbins > Organizational Behavior [Stephen Robbins, Timothy Judge]
the lean startup > The Lean Startup [Eric Ries]
kagan western heritage > The Western Heritage [Donald Kagan]
American Promise vol 1 > The American Promise, Volume 1: A History of the United States [Roark]
America a narrative history > America: A Narrative History [Tindall, Shi]
sources for western society > Sources for Western Society [McKay]
Spanish: Vistas introducción a la lengua española > Vistas: Introducción a la lengua española [Blanco, Donley]
deutsch na klar > Deutsch: Na klar! [Di Donato]
St. Martin's Guide to Writing > The St. Martin's Guide to Writing [Axelrod, Cooper]
a writers reference > A Writer's Reference [Hacker, Sommers]
norton intro to literature > The Norton Introduction to Literature [Mays]
Literature an introduction to fiction poetry and drama > Literature: An Introduction to Fiction, Poetry, Drama, and Writing [Kennedy, Gioia]
justice whats the right thing to do > Justice: What's the Right Thing to Do? [Michael Sandel]
Rosens discrete mathematics > Discrete Mathematics and Its Applications [Kenneth Rosen]
`)

export const THIRD_NEAR_MISSES = pairs(`
Principles of Neural Science [Kandel] > Principles of Neural Design [Sterling]
Biochemistry [Stryer] > Biochemistry [Voet]
Lippincott Biochemistry > Lippincott Pharmacology
Introduction to Electrodynamics [Griffiths] > Introduction to Quantum Mechanics [Griffiths]
Introduction to Elementary Particles [Griffiths] > Introduction to Electrodynamics [Griffiths]
Physics [Giancoli] > Physics [Cutnell, Johnson]
Classical Mechanics [Goldstein] > Classical Mechanics [John Taylor]
Analytical Mechanics > Analytical Chemistry
Quantum Mechanics > Quantum Optics
Principles of Mathematical Analysis [Rudin] > Real and Complex Analysis [Rudin]
Algebra [Artin] > Algebra [Serge Lang]
College Algebra [Blitzer] > College Algebra [Sullivan]
College Algebra > College Physics
Abstract Algebra [Dummit, Foote] > Abstract Algebra [Fraleigh]
Precalculus [Stewart] > Calculus: Early Transcendentals [Stewart]
Multivariable Calculus [Stewart] > Single Variable Calculus [Stewart]
Topology [Munkres] > Analysis on Manifolds [Munkres]
Probability Theory > Measure Theory
Probability [Feller] > Probability [Leo Breiman]
Applied Statistics > Applied Linguistics
Time Series Analysis > Survival Analysis
Regression Analysis > Cluster Analysis
Statistics for Engineers > Statics for Engineers
Dynamics for Engineers > Thermodynamics for Engineers
Vector Mechanics for Engineers: Statics > Vector Mechanics for Engineers: Dynamics
Vector Mechanics for Engineers: Statics [Beer] > Vector Mechanics for Engineers: Dynamics [Beer]
Fundamentals of Fluid Mechanics > Fundamentals of Structural Mechanics
Mechanics of Fluids > Mechanics of Solids
Mechanics of Materials [Gere] > Mechanics of Materials [Beer]
Mechanical Vibrations > Mechanical Metallurgy
Traffic Engineering > Tissue Engineering
Water Resources Engineering > Human Resources Management
Engineering Economics > Engineering Graphics
Engineering Geology > Engineering Drawing
Environmental Engineering > Environmental Law
Software Engineering > Systems Engineering
Introduction to Robotics > Introduction to Logistics
Introduction to Polymers > Introduction to Proofs
Introduction to Business > Introduction to Buddhism
Introduction to Hinduism > Introduction to Buddhism
Introduction to Astronomy > Introduction to Agronomy
Introduction to Anthropology > Introduction to Archaeology
Introduction to Public Health > Introduction to Public Administration
Introduction to Public Policy > Introduction to Foreign Policy
Introduction to International Relations > Introduction to Public Relations
Introduction to Information Systems > Introduction to Information Retrieval
Introduction to Data Mining > Introduction to Data Science
Introduction to Computer Graphics > Introduction to Computer Security
Introduction to Java Programming > Introduction to Linear Programming
Introduction to Differential Geometry > Introduction to Projective Geometry
Introduction to Corporate Finance > Introduction to Personal Finance
Principles of Corporate Finance > Principles of Public Finance
Principles of Tissue Engineering > Principles of Electrical Engineering
Principles of Genetics > Principles of Geology
Principles of Psychology > Principles of Physiology
Principles of Virology > Principles of Toxicology
Principles of Real Estate > Principles of Risk Management
Principles of Taxation > Principles of Translation
Fundamentals of Corporate Finance > Fundamentals of Financial Accounting
Fundamentals of Anatomy > Fundamentals of Astronomy
Fundamentals of Music > Fundamentals of Physics
Fundamentals of Speech > Fundamentals of Statistics
Essentials of Pathophysiology > Essentials of Physiology
Essentials of Nursing Research > Essentials of Marketing Research
Essentials of Biology > Essentials of Biochemistry
Foundations of Nursing > Foundations of Learning
Foundations of Mathematics > Foundations of Microeconomics
Biology for Engineers > Mathematics for Engineers
Physics for Poets > Physics for Pilots
Accounting for Managers > Statistics for Managers
Economics for Managers > Accounting for Lawyers
Algorithms [Sedgewick] > Algorithms [Dasgupta, Papadimitriou]
Algorithm Design > Experimental Design
Algorithm Design [Kleinberg] > Algorithm Design [Goodrich, Tamassia]
Modern Operating Systems > Modern Database Systems
Computer Networks [Tanenbaum] > Computer Networks [Peterson, Davie]
Distributed Systems [Tanenbaum] > Modern Operating Systems [Tanenbaum]
Head First Java > Head First Python
Head First Design Patterns > Head First Statistics
Learning Python > Learning German
Data Science for Business > Data Structures for Games
Machine Learning > Machine Design
Deep Learning > Deep Foundations
Database Design > Digital Design
Discrete Mathematics [Rosen] > Discrete Mathematics [Epp]
Electric Circuits [Nilsson] > Electric Machinery [Fitzgerald]
Power Electronics > Power Systems Analysis
Signals and Systems > Sensors and Actuators
Molecular Biology > Molecular Physics
Developmental Biology > Developmental Psychology
Medical Physiology > Medical Terminology
Medical Microbiology > Medical Biochemistry
Clinical Chemistry > Clinical Psychology
Clinical Anatomy > Surgical Anatomy
Fundamentals of Nursing [Potter] > Fundamentals of Nursing [Taylor]
Drug Guide for Nurses > Math Guide for Nurses
Leadership in Nursing > Leadership in Education
Maternal Child Nursing > Critical Care Nursing
Basic Pharmacology > Basic Pathology
Inorganic Chemistry [Housecroft] > Inorganic Chemistry [Miessler, Tarr]
Polymer Chemistry > Polymer Physics
Chemistry [Zumdahl] > Chemistry [Chang, Goldsby]
Chemistry in Context > Biology in Context
Social Psychology [Aronson] > Social Psychology [Myers]
Social Psychology > Social Work Practice
Psychology of Learning > Psychology of Women
Abnormal Psychology [Comer] > Abnormal Psychology [Barlow]
Behavior Modification > Climate Modification
Essentials of Sociology > Essentials of Psychology
Sociology of Religion > Philosophy of Religion
Philosophy of Mind > Philosophy of Science
Cultural Anthropology [Guest] > Cultural Anthropology [Kottak]
Introductory Econometrics > Introductory Chemistry
International Economics [Krugman] > International Economics [Salvatore]
Managerial Economics > Managerial Accounting
Monetary Economics > Labor Economics
Macroeconomics [Mankiw] > Microeconomics [Mankiw]
Intermediate Accounting [Kieso] > Financial Accounting [Kieso]
Marketing Management [Kotler] > Principles of Marketing [Kotler]
Digital Marketing > Digital Photography
Business Law > Business Ethics
Business Analytics > Business English
Organizational Behavior > Organizational Communication
The Western Heritage > The African Heritage
The American Promise, Volume 1 > The American Promise, Volume 2: A History of the United States
The American Presidency > The American Revolution
A History of Africa > A History of Russia
History of Mathematics > History of Medicine
Sources of World History > Sources of Chinese Tradition
Vistas > Vistas in Astronomy
Deutsch heute > Deutsch: Na klar!
Advanced Spanish Grammar > Advanced Calculus
A Writer's Reference > A Writer's Workbook
The Norton Introduction to Literature > The Norton Anthology of American Literature
Introduction to Poetry > Introduction to Philosophy
Justice > Criminal Justice
Modern Art > Modern Algebra
Drawing from Life > Physics of Life
Photography > Phonology
Public Administration > Public Speaking
Urban Economics > Human Ecology
`)
