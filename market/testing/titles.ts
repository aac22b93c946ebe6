/**
 * Titles of textbooks as students find them on reading lists, and what students type who want one of them. Matching is
 * measured by these: `matches/accuracy.test.ts`.
 */

/** What is on sale. Many differ by one word only. */
export const TITLES = lines(`
Introduction to Psychology
Introduction to Film
Introduction to Philosophy
Introduction to Sociology
Introduction to Algorithms
Introduction to Linear Algebra
Introduction to Probability
Introduction to Electrodynamics
Introduction to Quantum Mechanics
Introduction to Operations Research
Introduction to Logic
Introduction to Political Theory
An Introduction to Statistical Learning
An Introduction to Language
An Introduction to Genetic Analysis
Abnormal Psychology
Social Psychology
Cognitive Psychology
Developmental Psychology
Educational Psychology
Health Psychology
Psychology and Life
Physiology of Behavior
Biological Psychology
Calculus: Early Transcendentals
Calculus: Single Variable
Calculus: Multivariable
Precalculus
Vector Calculus
Advanced Calculus
Linear Algebra and Its Applications
Linear Algebra Done Right
Elementary Linear Algebra
Abstract Algebra
Contemporary Abstract Algebra
College Algebra
Discrete Mathematics and Its Applications
Concrete Mathematics
Differential Equations with Applications and Historical Notes
Elementary Differential Equations and Boundary Value Problems
Partial Differential Equations
Principles of Mathematical Analysis
Real and Complex Analysis
Understanding Analysis
Numerical Analysis
Topology
Probability and Statistics for Engineering and the Sciences
Statistics for Engineers
Statistics for Business and Economics
Writing for Engineers
Mathematics for Engineers
Physics for Scientists and Engineers
Chemistry for Engineers
Statistics
Elementary Statistics
Mathematical Statistics with Applications
The Practice of Statistics
Principles of Microeconomics
Principles of Macroeconomics
Principles of Economics
Intermediate Microeconomics: A Modern Approach
Macroeconomics
Microeconomics
International Economics: Theory and Policy
The Economics of Money, Banking and Financial Markets
Development Economics
Labor Economics
Econometric Analysis
Introductory Econometrics: A Modern Approach
Game Theory for Applied Economists
Corporate Finance
Essentials of Corporate Finance
Principles of Corporate Finance
Financial Accounting
Managerial Accounting
Cost Accounting: A Managerial Emphasis
Intermediate Accounting
Principles of Marketing
Marketing Management
Strategic Management: Concepts and Cases
Organizational Behavior
Business Law Today
Operations Management
Human Resource Management
Organic Chemistry
Inorganic Chemistry
Physical Chemistry
Analytical Chemistry
Quantitative Chemical Analysis
General Chemistry
Chemistry: The Central Science
Chemistry: A Molecular Approach
Biochemistry
Lehninger Principles of Biochemistry
Campbell Biology
Campbell Biology in Focus
Molecular Biology of the Cell
Essential Cell Biology
Developmental Biology
Evolutionary Biology
Marine Biology
Plant Biology
Human Anatomy and Physiology
Human Physiology
Anatomy and Physiology of Farm Animals
Gray's Anatomy for Students
Microbiology: An Introduction
Brock Biology of Microorganisms
Genetics: Analysis and Principles
Ecology: Concepts and Applications
Immunology
Neuroscience: Exploring the Brain
Principles of Neural Science
University Physics with Modern Physics
Fundamentals of Physics
Modern Physics
Classical Mechanics
Quantum Mechanics: Concepts and Applications
Thermal Physics
Statistical Mechanics
Fluid Mechanics
Engineering Mechanics: Statics
Engineering Mechanics: Dynamics
Mechanics of Materials
Fundamentals of Thermodynamics
Fundamentals of Heat and Mass Transfer
Fundamentals of Electric Circuits
Microelectronic Circuits
Signals and Systems
Control Systems Engineering
Materials Science and Engineering: An Introduction
Computer Organization and Design
Computer Networking: A Top-Down Approach
Computer Networks
Operating System Concepts
Modern Operating Systems
Database System Concepts
Artificial Intelligence: A Modern Approach
Pattern Recognition and Machine Learning
Deep Learning
The C Programming Language
The C++ Programming Language
Structure and Interpretation of Computer Programs
Design Patterns: Elements of Reusable Object-Oriented Software
Compilers: Principles, Techniques, and Tools
Data Structures and Algorithm Analysis in Java
Data Structures and Algorithm Analysis in C++
Algorithms
The Norton Anthology of English Literature
The Norton Anthology of American Literature
The Norton Anthology of World Religions
A History of Western Music
A History of Western Philosophy
A History of Modern Europe
A People's History of the United States
The American Pageant
World Politics: Interests, Interactions, Institutions
American Government: Power and Purpose
International Relations Theory
Comparative Politics
Cultural Anthropology
Physical Anthropology
The Elements of Style
The Craft of Research
They Say, I Say: The Moves That Matter in Academic Writing
Gardner's Art Through the Ages
Janson's History of Art
Physics I
Physics II
Spanish for Beginners
French for Beginners
German for Beginners
Medical Terminology
Fundamentals of Nursing
Pharmacology and the Nursing Process
Maternal and Child Nursing Care
Public Speaking
Media Ethics
Environmental Science
Physical Geology
Astronomy Today
Meteorology Today
`)

/** Typed by students who want the book behind the arrow. */
export const WANTED = pairs(`
intro to psychology > Introduction to Psychology
Introduction to Psycology > Introduction to Psychology
Psychology: an introduction > Introduction to Psychology
introduction to algorithms 3rd edition > Introduction to Algorithms
Intro to Algorithms > Introduction to Algorithms
algorithms introduction > Introduction to Algorithms
Introduction to Linear Algebra, fifth edition > Introduction to Linear Algebra
introduction to electrodinamics > Introduction to Electrodynamics
intro quantum mechanics > Introduction to Quantum Mechanics
Introduction to Statistical Learning > An Introduction to Statistical Learning
statistical learning introduction > An Introduction to Statistical Learning
an introduction to genetic analysis 11th ed > An Introduction to Genetic Analysis
abnormal psych > Abnormal Psychology
Abnormal Pyschology > Abnormal Psychology
social psychology 10th edition > Social Psychology
cognitive psychology > Cognitive Psychology
developmental psychology > Developmental Psychology
Psychology & Life > Psychology and Life
Physiology of behaviour > Physiology of Behavior
Calculus Early Transcendentals > Calculus: Early Transcendentals
calculus early transcendental > Calculus: Early Transcendentals
Calculus: Early Trancendentals 8e > Calculus: Early Transcendentals
early transcendentals calculus > Calculus: Early Transcendentals
single variable calculus > Calculus: Single Variable
multivariable calculus > Calculus: Multivariable
Vector calculus > Vector Calculus
Linear Algebra & its applications > Linear Algebra and Its Applications
linear algebra applications > Linear Algebra and Its Applications
linear algebra and its aplications > Linear Algebra and Its Applications
Linear Algebra Done Right 3rd > Linear Algebra Done Right
abstract algebra > Abstract Algebra
contemporary abstract algebra > Contemporary Abstract Algebra
discrete math and its applications > Discrete Mathematics and Its Applications
Discrete Mathematics and its Application > Discrete Mathematics and Its Applications
discrete mathematics with applications > Discrete Mathematics and Its Applications
elementary differential equations > Elementary Differential Equations and Boundary Value Problems
Elementary Differential Equations & Boundary Value Problems > Elementary Differential Equations and Boundary Value Problems
partial diferential equations > Partial Differential Equations
Principles of mathematical analysis (3rd edition) > Principles of Mathematical Analysis
real & complex analysis > Real and Complex Analysis
probability & statistics for engineering and the sciences > Probability and Statistics for Engineering and the Sciences
probability and statistics for engineering > Probability and Statistics for Engineering and the Sciences
statistics for engineers > Statistics for Engineers
Statistics for Business & Economics > Statistics for Business and Economics
physics for scientists and engineers 9th edition > Physics for Scientists and Engineers
Physics for Scientist & Engineers > Physics for Scientists and Engineers
mathematical statistics w/ applications > Mathematical Statistics with Applications
practice of statistics > The Practice of Statistics
principles of microeconomics > Principles of Microeconomics
microeconomics principles > Principles of Microeconomics
Principles of Microeconomic > Principles of Microeconomics
principles of macroeconomics 7e > Principles of Macroeconomics
Intermediate Microeconomics > Intermediate Microeconomics: A Modern Approach
International Economics > International Economics: Theory and Policy
international economics theory & policy > International Economics: Theory and Policy
Economics of Money, Banking, and Financial Markets > The Economics of Money, Banking and Financial Markets
money banking and financial markets > The Economics of Money, Banking and Financial Markets
Introductory Econometrics > Introductory Econometrics: A Modern Approach
Introductory econometric a modern approach > Introductory Econometrics: A Modern Approach
Essentials of corporate finance > Essentials of Corporate Finance
financial accounting > Financial Accounting
Managerial acounting > Managerial Accounting
cost accounting > Cost Accounting: A Managerial Emphasis
marketing principles > Principles of Marketing
strategic management > Strategic Management: Concepts and Cases
Organisational Behaviour > Organizational Behavior
organizational behavior 17th edition > Organizational Behavior
human resources management > Human Resource Management
organic chem > Organic Chemistry
Organic Chemisty > Organic Chemistry
organic chemistry 2nd edition > Organic Chemistry
inorganic chemistry > Inorganic Chemistry
physical chemistry > Physical Chemistry
quantitative chemical analysis > Quantitative Chemical Analysis
chemistry the central science > Chemistry: The Central Science
Chemistry Central Science 14th edition > Chemistry: The Central Science
chemistry a molecular approach > Chemistry: A Molecular Approach
Principles of Biochemistry > Lehninger Principles of Biochemistry
lehninger biochemistry > Lehninger Principles of Biochemistry
Lehninger: Principles of Biochemistry 7th edition > Lehninger Principles of Biochemistry
campbell biology 11th edition > Campbell Biology
Cambell Biology > Campbell Biology
campbell biology in focus > Campbell Biology in Focus
molecular biology of the cell > Molecular Biology of the Cell
Molecular Biology of Cell > Molecular Biology of the Cell
essential cell biology > Essential Cell Biology
human anatomy & physiology > Human Anatomy and Physiology
Anatomy and Physiology, human > Human Anatomy and Physiology
Grays anatomy for students > Gray's Anatomy for Students
Gray's Anatomy > Gray's Anatomy for Students
microbiology an introduction > Microbiology: An Introduction
Brock biology of microorganism > Brock Biology of Microorganisms
genetics analysis & principles > Genetics: Analysis and Principles
neuroscience exploring the brain > Neuroscience: Exploring the Brain
principles of neural science 5th > Principles of Neural Science
university physics > University Physics with Modern Physics
fundamentals of physics > Fundamentals of Physics
fundamental of physics > Fundamentals of Physics
classical mechanics > Classical Mechanics
engineering mechanics statics > Engineering Mechanics: Statics
Engineering Mechanics Dynamics 14e > Engineering Mechanics: Dynamics
mechanics of material > Mechanics of Materials
fundamentals of heat & mass transfer > Fundamentals of Heat and Mass Transfer
heat and mass transfer fundamentals > Fundamentals of Heat and Mass Transfer
Fundamentals of Electrical Circuits > Fundamentals of Electric Circuits
signals & systems > Signals and Systems
materials science and engineering > Materials Science and Engineering: An Introduction
computer organization & design > Computer Organization and Design
computer networking > Computer Networking: A Top-Down Approach
Computer Networking top down approach > Computer Networking: A Top-Down Approach
operating systems concepts > Operating System Concepts
database system concepts 6th edition > Database System Concepts
artificial intelligence a modern approach > Artificial Intelligence: A Modern Approach
Artifical Intelligence: a modern aproach > Artificial Intelligence: A Modern Approach
pattern recognition & machine learning > Pattern Recognition and Machine Learning
c programming language > The C Programming Language
C++ > The C++ Programming Language
structure and interpretation of computer programs > Structure and Interpretation of Computer Programs
design patterns > Design Patterns: Elements of Reusable Object-Oriented Software
Compilers principles techniques & tools > Compilers: Principles, Techniques, and Tools
data structures and algorithm analysis in java > Data Structures and Algorithm Analysis in Java
norton anthology of english literature vol > The Norton Anthology of English Literature
Norton Anthology American Literature > The Norton Anthology of American Literature
history of western music > A History of Western Music
history of modern europe > A History of Modern Europe
peoples history of the united states > A People's History of the United States
a peoples history of united states > A People's History of the United States
American Government power & purpose > American Government: Power and Purpose
elements of style > The Elements of Style
craft of research 4th > The Craft of Research
they say i say > They Say, I Say: The Moves That Matter in Academic Writing
art through the ages > Gardner's Art Through the Ages
pharmacology & the nursing process > Pharmacology and the Nursing Process
fundamentals of nursing 9th ed. > Fundamentals of Nursing
enviromental science > Environmental Science
astronomy today > Astronomy Today
`)

/** Alike in words, and another book. */
export const NEAR_MISSES = pairs(`
Introduction to Psychology > Introduction to Film
Introduction to Psychology > Introduction to Philosophy
Introduction to Psychology > Introduction to Sociology
Introduction to Psychology > Abnormal Psychology
Introduction to Psychology > Social Psychology
Introduction to Sociology > Introduction to Psychology
Introduction to Film > Introduction to Logic
Introduction to Philosophy > Introduction to Political Theory
Introduction to Algorithms > Introduction to Operations Research
Introduction to Probability > Introduction to Linear Algebra
Introduction to Quantum Mechanics > Introduction to Electrodynamics
An Introduction to Language > An Introduction to Genetic Analysis
An Introduction to Statistical Learning > An Introduction to Language
Statistics for Engineers > Writing for Engineers
Statistics for Engineers > Mathematics for Engineers
Statistics for Engineers > Chemistry for Engineers
Statistics for Engineers > Statistics for Business and Economics
Writing for Engineers > Chemistry for Engineers
Mathematics for Engineers > Physics for Scientists and Engineers
Abnormal Psychology > Cognitive Psychology
Social Psychology > Educational Psychology
Developmental Psychology > Developmental Biology
Cognitive Psychology > Health Psychology
Psychology and Life > Social Psychology
Biological Psychology > Evolutionary Biology
Physiology of Behavior > Human Physiology
Physiology of Behavior > Organizational Behavior
Calculus: Early Transcendentals > Calculus: Single Variable
Calculus: Early Transcendentals > Vector Calculus
Calculus: Early Transcendentals > Advanced Calculus
Calculus: Single Variable > Calculus: Multivariable
Advanced Calculus > Vector Calculus
Precalculus > Advanced Calculus
Linear Algebra and Its Applications > Linear Algebra Done Right
Linear Algebra and Its Applications > Elementary Linear Algebra
Linear Algebra Done Right > Introduction to Linear Algebra
Abstract Algebra > College Algebra
College Algebra > Elementary Linear Algebra
Discrete Mathematics and Its Applications > Concrete Mathematics
Discrete Mathematics and Its Applications > Linear Algebra and Its Applications
Elementary Differential Equations > Partial Differential Equations
Partial Differential Equations > Differential Equations with Applications and Historical Notes
Principles of Mathematical Analysis > Numerical Analysis
Real and Complex Analysis > Understanding Analysis
Numerical Analysis > Real and Complex Analysis
Elementary Statistics > Elementary Linear Algebra
Mathematical Statistics with Applications > The Practice of Statistics
Mathematical Statistics with Applications > Discrete Mathematics and Its Applications
Principles of Microeconomics > Principles of Macroeconomics
Principles of Macroeconomics > Principles of Microeconomics
Microeconomics > Macroeconomics
Macroeconomics > Microeconomics
Principles of Economics > Principles of Marketing
Principles of Marketing > Principles of Corporate Finance
Principles of Microeconomics > Principles of Neural Science
Intermediate Microeconomics: A Modern Approach > Introductory Econometrics: A Modern Approach
Intermediate Microeconomics: A Modern Approach > Artificial Intelligence: A Modern Approach
International Economics: Theory and Policy > International Relations Theory
Development Economics > Labor Economics
Labor Economics > International Economics: Theory and Policy
Econometric Analysis > Numerical Analysis
Corporate Finance > Corporate Law
Financial Accounting > Managerial Accounting
Managerial Accounting > Intermediate Accounting
Intermediate Accounting > Intermediate Microeconomics: A Modern Approach
Cost Accounting: A Managerial Emphasis > Financial Accounting
Marketing Management > Operations Management
Marketing Management > Human Resource Management
Operations Management > Strategic Management: Concepts and Cases
Human Resource Management > Human Physiology
Organizational Behavior > Physiology of Behavior
Organic Chemistry > Inorganic Chemistry
Inorganic Chemistry > Organic Chemistry
Organic Chemistry > Physical Chemistry
Physical Chemistry > Physical Anthropology
Physical Chemistry > Analytical Chemistry
General Chemistry > Organic Chemistry
Analytical Chemistry > General Chemistry
Chemistry: The Central Science > Chemistry: A Molecular Approach
Chemistry: A Molecular Approach > Artificial Intelligence: A Modern Approach
Chemistry: The Central Science > Environmental Science
Campbell Biology in Focus > Plant Biology
Essential Cell Biology > Plant Biology
Molecular Biology of the Cell > Essential Cell Biology
Developmental Biology > Evolutionary Biology
Marine Biology > Plant Biology
Marine Biology > Evolutionary Biology
Human Anatomy and Physiology > Anatomy and Physiology of Farm Animals
Human Physiology > Anatomy and Physiology of Farm Animals
Gray's Anatomy for Students > Human Anatomy and Physiology
Microbiology: An Introduction > Materials Science and Engineering: An Introduction
Genetics: Analysis and Principles > Data Structures and Algorithm Analysis in Java
Ecology: Concepts and Applications > Quantum Mechanics: Concepts and Applications
Ecology: Concepts and Applications > Strategic Management: Concepts and Cases
Fundamentals of Physics > Fundamentals of Thermodynamics
Fundamentals of Physics > Fundamentals of Nursing
Fundamentals of Electric Circuits > Fundamentals of Heat and Mass Transfer
Fundamentals of Electric Circuits > Microelectronic Circuits
Modern Physics > Thermal Physics
Thermal Physics > Modern Physics
Modern Physics > Modern Operating Systems
Classical Mechanics > Fluid Mechanics
Classical Mechanics > Statistical Mechanics
Statistical Mechanics > Quantum Mechanics: Concepts and Applications
Fluid Mechanics > Mechanics of Materials
Engineering Mechanics: Statics > Engineering Mechanics: Dynamics
Engineering Mechanics: Dynamics > Engineering Mechanics: Statics
Control Systems Engineering > Signals and Systems
Control Systems Engineering > Modern Operating Systems
Materials Science and Engineering: An Introduction > Environmental Science
Computer Organization and Design > Computer Networks
Computer Networks > Computer Organization and Design
Operating System Concepts > Database System Concepts
Database System Concepts > Operating System Concepts
Modern Operating Systems > Signals and Systems
Pattern Recognition and Machine Learning > Deep Learning
Deep Learning > Pattern Recognition and Machine Learning
The C Programming Language > The C++ Programming Language
The C++ Programming Language > The C Programming Language
Structure and Interpretation of Computer Programs > Computer Networks
Design Patterns > Pattern Recognition and Machine Learning
Data Structures and Algorithm Analysis in Java > Data Structures and Algorithm Analysis in C++
The Norton Anthology of English Literature > The Norton Anthology of American Literature
The Norton Anthology of English Literature > The Norton Anthology of World Religions
The Norton Anthology of American Literature > The Norton Anthology of English Literature
A History of Western Music > A History of Western Philosophy
A History of Western Philosophy > A History of Modern Europe
A History of Modern Europe > A History of Western Music
A People's History of the United States > A History of Western Music
Introduction to Philosophy > A History of Western Philosophy
World Politics: Interests, Interactions, Institutions > Comparative Politics
Comparative Politics > Comparative Anatomy
International Relations Theory > Game Theory for Applied Economists
Cultural Anthropology > Physical Anthropology
Physical Anthropology > Cultural Anthropology
Physical Anthropology > Physical Geology
The Elements of Style > Design Patterns: Elements of Reusable Object-Oriented Software
Janson's History of Art > A History of Western Music
Physics I > Physics II
Physics II > Physics I
Spanish for Beginners > French for Beginners
French for Beginners > German for Beginners
German for Beginners > Spanish for Beginners
Fundamentals of Nursing > Maternal and Child Nursing Care
Fundamentals of Nursing > Pharmacology and the Nursing Process
Media Ethics > Business Ethics
Environmental Science > Principles of Neural Science
Astronomy Today > Meteorology Today
Meteorology Today > Business Law Today
`)

/** A title, and the author who is said beside it. */
export interface Said {
  title: string
  author: string
}

export interface TitlePair {
  asked: Said
  offered: Said
}

function lines(text: string): readonly string[] {
  return text.trim().split('\n')
}

/** What is asked for, and behind the arrow what is offered: `optics > Optics [Eugene Hecht]`. */
export function pairs(text: string): readonly TitlePair[] {
  return lines(text).map(line => {
    const [asked = '', offered = ''] = line.split(' > ')
    return { asked: said(asked), offered: said(offered) }
  })
}

export function said(text: string): Said {
  const [title = '', author = ''] = text.split('[')
  return { title: title.trim(), author: author.replace(']', '') }
}

/** As it was written. */
export function asWritten({ asked, offered }: TitlePair): string {
  const one = ({ title, author }: Said) => (author ? `${title} [${author}]` : title)
  return `${one(asked)} > ${one(offered)}`
}
