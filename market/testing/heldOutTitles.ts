import { pairs } from './titles.ts'

/**
 * Titles that the rules of matching were not made with, of fields that `titles.ts` hardly has: what is on sale, what
 * students type who want it, and what is alike and another book. Authors in brackets are those that a seller or a
 * student has given beside the title.
 */

export const HELD_OUT_WANTED = pairs(`
Structural Analysis [Hibbeler] > Structural Analysis [R. C. Hibbeler]
structural analysis hibbeler > Structural Analysis [Russell C. Hibbeler]
Soil Mechanics and Foundations > Soil Mechanics and Foundations [Muni Budhu]
principles of geotechnical engineering 9th edition > Principles of Geotechnical Engineering [Das]
Geotechnical Engineering Principles [Braja Das] > Principles of Geotechnical Engineering [Braja M. Das]
reinforced concrete mechanics and design > Reinforced Concrete: Mechanics and Design [James Wight]
Reinforced concrete [Wight] > Reinforced Concrete: Mechanics and Design [James K. Wight]
shigleys mechanical engineering design > Shigley's Mechanical Engineering Design [Budynas]
Shigley Mechanical Engineering Design 10e > Shigley's Mechanical Engineering Design
thermodynamics an engineering approach > Thermodynamics: An Engineering Approach [Cengel]
Thermodynamics [Cengel & Boles] > Thermodynamics: An Engineering Approach [Yunus Cengel, Michael Boles]
thermo an engineering approach cengel > Thermodynamics: An Engineering Approach [Yunus Çengel]
transport phenomena bird > Transport Phenomena [Bird, Stewart, Lightfoot]
Unit operations of chemical engineering > Unit Operations of Chemical Engineering [McCabe]
Elements of chemical reaction engineering > Elements of Chemical Reaction Engineering [Fogler]
elementary principles of chemical processes 4th ed > Elementary Principles of Chemical Processes [Felder]
Feedback Control of Dynamic Systems > Feedback Control of Dynamic Systems [Franklin]
modern control engineering > Modern Control Engineering [Ogata]
digital design and computer architecture > Digital Design and Computer Architecture [Harris]
Digital Design, 5th Edition > Digital Design [M. Morris Mano]
fundamentals of aerodynamics > Fundamentals of Aerodynamics [John Anderson]
aerodynamics fundamentals [Anderson] > Fundamentals of Aerodynamics [John D. Anderson]
Introduction to flight > Introduction to Flight [Anderson]
callister materials science > Materials Science and Engineering: An Introduction [Callister]
Field and Wave Electromagnetics > Field and Wave Electromagnetics [Cheng]
engineering electromagnetics hayt > Engineering Electromagnetics [Hayt, Buck]
Operating Systems three easy pieces > Operating Systems: Three Easy Pieces [Arpaci-Dusseau]
computer systems a programmers perspective > Computer Systems: A Programmer's Perspective [Bryant, O'Hallaron]
Computer Systems: A Programer's Perspective 3rd ed > Computer Systems: A Programmer's Perspective
introduction to the theory of computation > Introduction to the Theory of Computation [Sipser]
theory of computation [sipser] > Introduction to the Theory of Computation [Michael Sipser]
Sipser Introduction to Theory of Computation > Introduction to the Theory of Computation [Michael Sipser]
clean code > Clean Code: A Handbook of Agile Software Craftsmanship [Robert Martin]
Python Crash Course 2nd edition > Python Crash Course [Eric Matthes]
starting out with python > Starting Out with Python [Gaddis]
Java how to program > Java: How to Program, Early Objects [Deitel]
computer graphics principles & practice > Computer Graphics: Principles and Practice [Foley]
Elements of statistical learning > The Elements of Statistical Learning [Hastie]
Reinforcement Learning: An intro > Reinforcement Learning: An Introduction [Sutton, Barto]
speech & language processing > Speech and Language Processing [Jurafsky]
a first course in probability > A First Course in Probability [Sheldon Ross]
First course in probability 9th edition ross > A First Course in Probability [Sheldon Ross]
stats for dummies > Statistics for Dummies [Rumsey]
Business Statistics in Practise > Business Statistics in Practice [Bowerman]
intro to mathematical statistics > Introduction to Mathematical Statistics [Hogg]
Calc early trans stewart > Calculus: Early Transcendentals [James Stewart]
thomas calculus > Thomas' Calculus [Hass, Heil, Weir]
Thomas's Calculus Early Transcendentals > Thomas' Calculus: Early Transcendentals
diff eq and linear algebra > Differential Equations and Linear Algebra [Goode]
Ordinary Differential Equations [Tenenbaum] > Ordinary Differential Equations [Morris Tenenbaum, Harry Pollard]
A book of abstract algebra > A Book of Abstract Algebra [Pinter]
how to prove it > How to Prove It: A Structured Approach [Velleman]
Visual complex analysis > Visual Complex Analysis [Needham]
Complex Variables & Applications > Complex Variables and Applications [Brown, Churchill]
number theory an introduction > An Introduction to the Theory of Numbers [Hardy, Wright]
electricity and magnetism purcell > Electricity and Magnetism [Purcell]
Introduction to Solid State Physics > Introduction to Solid State Physics [Kittel]
solid state physics [kittel] > Introduction to Solid State Physics [Charles Kittel]
Optics [Hecht] > Optics [Eugene Hecht]
classical electrodynamics jackson > Classical Electrodynamics [J. D. Jackson]
conceptual physics > Conceptual Physics [Hewitt]
Astrophysics in a nutshell > Astrophysics in a Nutshell [Maoz]
cosmic perspective > The Cosmic Perspective [Bennett]
Organic Chemistry as a second language > Organic Chemistry as a Second Language [Klein]
orgo as a second language > Organic Chemistry as a Second Language [Klein]
Organic Chemistry [Clayden] > Organic Chemistry [Clayden, Greeves, Warren]
clayden organic chemistry 2nd ed. > Organic Chemistry [Jonathan Clayden, Nick Greeves, Stuart Warren]
Wade organic chemistry > Organic Chemistry [L. G. Wade]
Atkins' Physical Chemistry > Atkins' Physical Chemistry [Atkins, de Paula]
physical chemistry atkins > Atkins' Physical Chemistry
Principles of instrumental analysis > Principles of Instrumental Analysis [Skoog]
molecular biology of the gene > Molecular Biology of the Gene [Watson]
becker's world of the cell > Becker's World of the Cell [Hardin]
Vander's human physiology > Vander's Human Physiology [Widmaier]
anatomy & physiology marieb > Human Anatomy & Physiology [Marieb, Hoehn]
Principles of Anatomy and Physiology > Principles of Anatomy and Physiology [Tortora]
atlas of human anatomy [netter] > Atlas of Human Anatomy [Frank H. Netter]
Netter's atlas of human anatomy > Atlas of Human Anatomy [Netter]
Robbins Basic Pathology > Robbins Basic Pathology [Kumar]
Janeways immunobiology > Janeway's Immunobiology [Murphy]
medical surgical nursing > Medical-Surgical Nursing: Assessment and Management of Clinical Problems [Lewis]
Medical-surgical nursing assessment & management > Medical-Surgical Nursing: Assessment and Management of Clinical Problems
Health Assessment in Nursing 6th > Health Assessment in Nursing [Weber]
psychiatric mental health nursing > Varcarolis' Foundations of Psychiatric-Mental Health Nursing [Halter]
nutrition concepts and controversies > Nutrition: Concepts and Controversies [Sizer, Whitney]
conservation biology > Conservation Biology for All [Sodhi]
Raven Biology of Plants > Raven Biology of Plants [Evert]
Essentials of Ecology > Essentials of Ecology [Townsend]
epidemiology 101 > Epidemiology 101 [Friis]
the language of composition > The Language of Composition [Shea]
everyones an author > Everyone's an Author [Lunsford]
Bedford handbook > The Bedford Handbook [Hacker]
Norton Field Guide to Writing > The Norton Field Guide to Writing [Bullock]
contemporary linguistics > Contemporary Linguistics: An Introduction [O'Grady]
language files > Language Files: Materials for an Introduction to Language and Linguistics
Genki 1 > Genki I: An Integrated Course in Elementary Japanese [Banno]
Genki II > Genki 2: An Integrated Course in Elementary Japanese
integrated chinese level 1 part 1 > Integrated Chinese, Level 1 Part 1 [Liu]
Wheelocks latin > Wheelock's Latin [Wheelock, LaFleur]
Western Civilisation: A brief history > Western Civilization: A Brief History [Spielvogel]
give me liberty > Give Me Liberty! An American History [Foner]
Give Me Liberty vol 2 > Give Me Liberty! An American History, Volume 2
the making of the west > The Making of the West: Peoples and Cultures [Hunt]
world history ancient civilizations > World History: Ancient Civilizations
sociology a down to earth approach > Sociology: A Down-to-Earth Approach [Henslin]
You may ask yourself > You May Ask Yourself: An Introduction to Thinking like a Sociologist [Conley]
Discovering statistics using SPSS > Discovering Statistics Using IBM SPSS Statistics [Field]
research methods in psych > Research Methods in Psychology [Morling]
Psychology [Myers] > Psychology [David G. Myers, Nathan DeWall]
exploring psychology myers > Exploring Psychology [Myers]
Psychology in Your Life 2e > Psychology in Your Life [Grison]
Cognitive psych: connecting mind, research > Cognitive Psychology: Connecting Mind, Research, and Everyday Experience [Goldstein]
Criminology theories patterns and typologies > Criminology: Theories, Patterns, and Typologies [Siegel]
constitutional law principles and policies > Constitutional Law: Principles and Policies [Chemerinsky]
contracts cases and doctrine > Contracts: Cases and Doctrine [Barnett]
Torts examples and explanations > Examples & Explanations for Torts [Glannon]
essentials of international relations > Essentials of International Relations [Mingst]
Govt in america people politics policy > Government in America: People, Politics, and Policy [Edwards]
Principles of Economics mankiw > Principles of Economics [N. Gregory Mankiw]
Economics [McConnell Brue] > Economics: Principles, Problems, and Policies [Campbell McConnell, Stanley Brue]
Mostly harmless econometrics > Mostly Harmless Econometrics: An Empiricist's Companion [Angrist]
Intermediate micro varian > Intermediate Microeconomics: A Modern Approach [Hal Varian]
Macro Economics [Blanchard] > Macroeconomics [Olivier Blanchard]
Auditing and assurance services > Auditing and Assurance Services: An Integrated Approach [Arens]
Advanced accounting 12th edition > Advanced Accounting [Hoyle]
Investments bodie kane marcus > Investments [Bodie, Kane, Marcus]
options futures and other derivatives > Options, Futures, and Other Derivatives [Hull]
supply chain management strategy planning > Supply Chain Management: Strategy, Planning, and Operation [Chopra]
consumer behaviour > Consumer Behavior: Buying, Having, Being [Solomon]
Marketing: an introduction armstrong > Marketing: An Introduction [Armstrong, Kotler]
M Management > M: Management [Bateman]
Crafting and Executing Strategy > Crafting & Executing Strategy: Concepts and Cases [Thompson]
looking at movies > Looking at Movies: An Introduction to Film [Barsam]
Film art an introduction > Film Art: An Introduction [Bordwell]
The enjoyment of music > The Enjoyment of Music [Forney]
tonal harmony > Tonal Harmony with an Introduction to Post-Tonal Music [Kostka]
Music theory for dummies > Music Theory for Dummies [Pilhofer]
art history stokstad > Art History [Stokstad, Cothren]
Philosophy a text with readings > Philosophy: A Text with Readings [Velasquez]
elements of moral philosophy > The Elements of Moral Philosophy [Rachels]
a concise introduction to logic > A Concise Introduction to Logic [Hurley]
Concise Intro to Logic hurley > A Concise Introduction to Logic [Patrick Hurley]
understanding the bible > Understanding the Bible [Harris]
human geography people place and culture > Human Geography: People, Place, and Culture [Fouberg]
Essentials of Geology 5th edition marshak > Essentials of Geology [Stephen Marshak]
Essentials of Oceanography > Essentials of Oceanography [Trujillo]
atmosphere an introduction to meteorology > The Atmosphere: An Introduction to Meteorology [Lutgens]
exceptional learners > Exceptional Learners: An Introduction to Special Education [Hallahan]
Educational Psych: developing learners > Educational Psychology: Developing Learners [Ormrod]
publication manual of the APA > Publication Manual of the American Psychological Association
the structure of scientific revolutions > The Structure of Scientific Revolutions [Kuhn]
`)

export const HELD_OUT_NEAR_MISSES = pairs(`
Structural Analysis [Hibbeler] > Mechanics of Materials [Hibbeler]
Structural Analysis > Real Analysis
Soil Mechanics > Fluid Mechanics
Principles of Geotechnical Engineering > Principles of Foundation Engineering
Principles of Foundation Engineering [Das] > Principles of Geotechnical Engineering [Das]
Principles of Soil Dynamics > Principles of Marketing
Reinforced Concrete Design > Steel Design
Mechanical Engineering Design > Digital Design
Engineering Mechanics: Statics [Hibbeler] > Engineering Mechanics: Dynamics [Hibbeler]
Statics > Statistics
Thermodynamics: An Engineering Approach > Fundamentals of Aerodynamics
Thermodynamics > Electrodynamics
Heat Transfer: A Practical Approach > Thermodynamics: An Engineering Approach
Unit Operations of Chemical Engineering > Elements of Chemical Reaction Engineering
Chemical Engineering Design > Mechanical Engineering Design
Modern Control Engineering > Modern Control Systems for Aircraft
Fundamentals of Aerodynamics [Anderson] > Fundamentals of Physics [Halliday]
Introduction to Flight > Introduction to Optics
Introduction to Optics > Introduction to Topology
Introduction to Geography > Introduction to Geology
Introduction to Computing > Introduction to the Theory of Computation
Introduction to Communication > Introduction to Mass Communication
Introduction to Biomedical Engineering > Introduction to Chemical Engineering
Introduction to Chemical Engineering > Introduction to Civil Engineering
Introduction to Nuclear Engineering > Introduction to Industrial Engineering
Introduction to Mathematical Statistics > Introduction to Mathematical Logic
Introduction to Criminal Justice > Introduction to Social Work
Introduction to Political Science > Introduction to Environmental Science
Introduction to Political Science > Introduction to Political Philosophy
Introduction to Art > Introduction to Artificial Intelligence
Introduction to Music > Introduction to Film
Introduction to Machine Learning > Introduction to Statistical Learning
Introduction to Real Analysis > Introduction to Fourier Analysis
Introduction to Number Theory > Introduction to Graph Theory
Introduction to the Old Testament > Introduction to the New Testament
Principles of Biology > Principles of Chemistry
Principles of Physics > Principles of Biology
Principles of Geology > Principles of Ecology
Principles of Accounting > Principles of Finance
Principles of Management > Principles of Marketing
Principles of Macroeconomics [Mankiw] > Principles of Microeconomics [Mankiw]
Principles of Anatomy and Physiology > Principles of Animal Physiology
Principles of Instrumental Analysis > Principles of Mathematical Analysis
Principles of Neurobiology > Principles of Neurology
Essentials of Ecology > Essentials of Geology
Essentials of Geology > Essentials of Oceanography
Essentials of Statistics > Essentials of Sociology
Essentials of Marketing > Essentials of Management
Essentials of Human Anatomy > Essentials of Human Development
Fundamentals of Management > Fundamentals of Nursing
Fundamentals of Database Systems > Fundamentals of Control Systems
Fundamentals of Signals and Systems > Fundamentals of Digital Logic
Fundamentals of Biochemistry > Fundamentals of Microbiology
Foundations of Education > Foundations of Finance
Foundations of Psychiatric Nursing > Foundations of Pediatric Nursing
Physics for Engineers > Chemistry for Engineers
Chemistry for Engineers > Materials for Engineers
Numerical Methods for Engineers > Mathematical Methods for Physicists
Probability for Engineers > Economics for Engineers
Statistics for Psychology > Statistics for Business
Statistics for Dummies > Calculus for Dummies
Calculus for Dummies > Physics for Dummies
Spanish for Dummies > Music Theory for Dummies
Math for Nurses > Chemistry for Nurses
Pharmacology for Nurses > Statistics for Nurses
Mathematics for Economists > Mathematics for Physicists
Linear Algebra [Strang] > Linear Algebra [Friedberg, Insel, Spence]
Linear Algebra > Linear Programming
Calculus [Spivak] > Calculus [Stewart]
Calculus [Michael Spivak] > Calculus [Larson, Edwards]
Calculus II > Calculus III
Calculus 1 > Calculus 2
Chemistry I > Chemistry II
Spanish 1 > Spanish 2
Genki I > Genki II: An Integrated Course in Elementary Japanese
Integrated Chinese Level 1 Part 1 > Integrated Chinese, Level 1 Part 2
Integrated Chinese > Integrated Mathematics
Organic Chemistry [Clayden] > Organic Chemistry [Wade]
Organic Chemistry [Klein] > Organic Chemistry [McMurry]
Organic Chemistry > Organometallic Chemistry
Bioorganic Chemistry > Bioinorganic Chemistry
General Chemistry [Petrucci] > General Chemistry [Linus Pauling]
Physical Chemistry [Atkins] > Physical Chemistry [Levine]
Biology [Campbell] > Biology [Brooker]
Microbiology [Tortora] > Microbiology [Prescott]
Psychology [Myers] > Psychology [Schacter]
Economics [Samuelson] > Economics [Krugman, Wells]
Macroeconomics [Blanchard] > Macroeconomics [Mankiw]
Optics [Hecht] > Optics [Pedrotti]
Operating Systems [Stallings] > Operating Systems: Three Easy Pieces [Arpaci-Dusseau]
Introduction to Algorithms [Cormen] > Introduction to Algorithms [Udi Manber]
Atlas of Human Anatomy > Atlas of Human Histology
Human Anatomy > Human Genetics
Human Genetics > Human Geography
Human Development > Human Resource Development
Child Development > Software Development
Child Psychology > Sport Psychology
Sport Psychology > Sports Medicine
Positive Psychology > Personality Psychology
Forensic Psychology > Forensic Science
Industrial Psychology > Industrial Design
Research Methods in Psychology > Research Methods in Sociology
Research Methods for Business > Research Methods for Nursing
Qualitative Research Methods > Quantitative Research Methods
Qualitative Analysis > Quantitative Analysis
Medical-Surgical Nursing > Mental Health Nursing
Mental Health Nursing > Public Health Nursing
Maternity Nursing > Pediatric Nursing
Health Assessment in Nursing > Evidence-Based Practice in Nursing
Community Health > Community Psychology
Nutrition: Concepts and Controversies > Ecology: Concepts and Applications
Human Nutrition > Animal Nutrition
Plant Physiology > Plant Pathology
Cell Biology > Cell Physiology
Molecular Genetics > Molecular Modeling
Molecular Biology of the Gene > Molecular Biology of the Cell
Immunology > Epidemiology
Histology > Pathology
Ethology > Ethnology
Endocrinology > Criminology
Criminal Law > Criminal Justice Today
Criminal Law > Contract Law
Criminal Procedure > Civil Procedure
Constitutional Law > Commercial Law
Property Law: Cases and Materials > Tort Law: Cases and Materials
Contracts: Cases and Doctrine > Torts: Cases and Doctrine
Family Law > Family Therapy
International Law > International Business
International Marketing > International Finance
American History: A Survey > American Literature: A Survey
American Government > American Politics Today
American Literature > African American Literature
World History: Ancient Civilizations > World Geography
A Short History of Rome > A Short History of Greece
A History of Modern China > A History of Modern Japan
Ancient Greek Philosophy > Ancient Greek Art
Medieval Europe > Medieval Philosophy
Western Civilization: A Brief History > Western Music: A Brief History
The Norton Field Guide to Writing > The Norton Introduction to Literature
The Norton Reader > The Norton Shakespeare
The Bedford Handbook > The Bedford Reader
The Elements of Moral Philosophy > The Elements of Statistical Learning
Elements of Ecology > Elements of Physical Chemistry
Film Art: An Introduction > Philosophy of Art: An Introduction
The Enjoyment of Music > The Philosophy of Music
Music Theory > Number Theory
Set Theory > Queer Theory
Game Theory > Graph Theory
Control Theory > Queueing Theory
Financial Management > Financial Markets and Institutions
Financial Accounting [Weygandt] > Managerial Accounting [Weygandt]
Cost Accounting > Tax Accounting
Advanced Accounting > Intermediate Accounting
Advanced Macroeconomics > Advanced Microeconomics
Behavioral Economics > Behavioral Finance
Health Economics > Environmental Economics
Supply Chain Management > Sales Management
Project Management > Product Management
Sales Management: Concepts and Cases > Strategic Management: Concepts and Cases
Consumer Behavior > Organizational Behavior
Business Ethics > Medical Ethics
Business Communication > Business Statistics in Practice
Mass Communication > Intercultural Communication
Discrete Mathematics > Business Mathematics
Finite Mathematics > Discrete Mathematics
Complex Analysis > Functional Analysis
Functional Analysis > Numerical Analysis
Numerical Linear Algebra > Linear Algebra and Its Applications
Differential Geometry > Differential Equations
Ordinary Differential Equations > Partial Differential Equations
Algebraic Geometry > Algebraic Topology
Stochastic Processes > Transport Processes
Digital Signal Processing > Digital Image Processing
Digital Communications > Data Communications
Natural Language Processing > Speech and Language Processing
Computer Graphics > Computer Vision
Computer Architecture > Computer Ethics
Computer Security > Computer Networks
Computer Systems: A Programmer's Perspective > Operating Systems: A Design Approach
Programming in Java > Programming in Python
Starting Out with Java > Starting Out with Python
Python Crash Course > Crash Course in German
Data Mining > Data Structures
Big Data Analytics > Real Analysis for Data Scientists
Solid State Physics > Nuclear Physics
Particle Physics > Plasma Physics
Mathematical Physics > Mathematical Biology
Quantum Field Theory > Quantum Computation
Quantum Chemistry > Quantum Mechanics
Classical Electrodynamics > Classical Mythology
Physical Oceanography > Physical Geography
Urban Geography > Urban Sociology
Urban Planning > Lesson Planning
Special Education > Physical Education
Educational Psychology > Educational Leadership
Early Childhood Education > Early American History
Elementary Statistics > Elementary Japanese
Intermediate Spanish > Intermediate Algebra
Beginning Algebra > Beginning Drawing
Cultural Geography > Cultural Studies Reader
Media Law > Media and Society
`)
