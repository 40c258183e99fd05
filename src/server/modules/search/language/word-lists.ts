/** Lists of words by which searches are understood. Listings are indexed without them. */
import { stem, stopWords } from './words.ts'

/** Words that have no weight in a search, unless there are no others: those around what a visitor is looking for. */
const fillerWords: ReadonlySet<string> = new Set(
  // Asking.
  (
    'need needs needed needing want wants wanted wanting require required look looking looks search searching seek ' +
    'seeking find finding found get gets getting got hire hiring help helps helping please thanks thank hello hi hey ' +
    'recommend recommended recommendation recommendations suggest suggestions advice must may might let lets like ' +
    'love give gives giving offer offers offering provide provides providing know knows anyone anybody someone ' +
    'somebody person guy guys lady ladies gal dude folks something anything stuff thing things some any lot much many up down off over whats happening going ' +
    'really very just also even still about ' +
    // Judging.
    'good great best better top nice excellent amazing perfect quality reliable trusted trustworthy honest rated ' +
    'experienced professional professionals pro pros expert experts specialist specialists skilled certified ' +
    'licensed qualified reputable recommend famous cheap cheaper cheapest affordable inexpensive reasonable low ' +
    'cost costs price prices priced pricing rate rates quote quotes estimate estimates budget ' +
    // Where, when, and what kind of advertisement.
    'near nearby nearest around here local locally close closest area areas town city neighborhood today tonight ' +
    'tomorrow now asap soon urgent urgently currently available service services company companies business ' +
    'businesses provider providers event events listing listings ad ads son daughter wife husband'
  ).split(' '),
)

/** Returns whether a word has no weight in a search. Takes a normalized word. */
export const isFiller = (word: string): boolean => fillerWords.has(word) || stopWords.has(word)

/** Words before `free` that give it another meaning: gluten free. */
const beforeOtherFree: ReadonlySet<string> = new Set(
  (
    'gluten dairy sugar nut peanut egg soy meat grain lactose alcohol fat carb smoke drug scent fragrance chemical ' +
    'cruelty plastic waste stress pain hands cage care worry debt duty toll tax allergy allergen acid lead pet'
  ).split(' '),
)
/** Words after `free` that give it another meaning. */
const afterOtherFree: ReadonlySet<string> = new Set(
  (
    'range style standing weights weight hand form throw dive diving fall spirit spirited will lance agent trial ' +
    'estimate estimates quote quotes consultation consultations parking delivery shipping wifi wi pickup'
  ).split(' '),
)

/** Returns whether the word at `at` asks for something free of charge. */
export function meansFreeOfCharge(words: string[], at: number): boolean {
  const word = words[at]
  if (word === 'complimentary') return true
  if (word !== 'free') return false
  return !beforeOtherFree.has(words[at - 1] ?? '') && !afterOtherFree.has(words[at + 1] ?? '')
}

// Words that mean nearly the same in an advertisement: forms that the stemmer keeps apart (clean, cleaner) and everyday equivalents
// (kid, child). What belongs to one subcategory is in the synonyms of the catalog instead.

/** What is done, and who does it. */
const activities = `
  bake baker bakery, braid braider, build builder, clean cleaner, climb climber, coach coaching,
  cook cooker cookery, dance dancer, design designer, drive driver, drum drummer, edit editor,
  film filmmaker, garden gardener, groom groomer, haul hauler, hem hemming, hike hiker, juggle juggler,
  knit knitter, mow mower, move mover, organize organizer, paint painter, plan planner, plant planter,
  pack packer, plumb plumber plumbing, program programmer, quilt quilter, ride rider, roof roofer,
  run runner, sew sewer seamstress, sing singer vocalist, sit sitter, swim swimmer, tile tiler,
  trim trimmer, tune tuner, walk walker, wash washer, weld welder, write writer, caddy caddie, art artist,
  bartend bartender, bookkeeping bookkeeper, calligraphy calligrapher, carpentry carpenter, cello cellist,
  comedy comedian, drama dramatic, electrician electrical electric, guitar guitarist, jewelry jeweler,
  magic magician, music musician musical, notary notarize notarization, piano pianist, pottery potter,
  style stylist, tailor tailoring, therapy therapist, train trainer, tutor tutoring,
  video videographer videography, violin violinist fiddle, wax waxing, accounting accountant`
const equivalents = `
  lesson class course instruction teacher teaching instructor tutor, repair fix mend, remove removal,
  photo photograph photography photographer, kid child, bike bicycle cycling, car auto automobile vehicle,
  dog puppy pup, cat kitten, house home, tv television, computer laptop pc, concert gig, fair festival fest,
  senior elderly elder, rent rental, deliver delivery, install installation, mom mother, dad father,
  trash garbage rubbish, couch sofa, fridge refrigerator, gym fitness, website web webpage,
  math maths mathematics, bday birthday, apartment flat condo, theater drama, holiday vacation,
  beginner novice, wifi internet, lawn grass`

const groups = [activities, equivalents].flatMap((text) => text.trim().split(/,\s+/))

/** The stems of the other words of its groups by stem. */
const relatedStems = new Map<string, Set<string>>()
for (const group of groups) {
  const stems = [...new Set(group.split(' ').map(stem))]
  for (const one of stems) {
    const related = relatedStems.get(one) ?? new Set()
    for (const other of stems) if (other !== one) related.add(other)
    relatedStems.set(one, related)
  }
}

/** Problems, which ask for a repair; who asks for repairs does not look for problems. */
for (const problem of ['broken', 'broke', 'cracked', 'damaged'])
  relatedStems.set(stem(problem), new Set([stem('repair'), stem('fix')]))

/** Returns the stems of words that mean nearly the same. Takes a stem. */
export const relatedTo = (term: string): Iterable<string> => relatedStems.get(term) ?? []

/** Names of places that people also use for something else. A search means the place only with a preposition or the state: `mobile` is mostly not Mobile, Alabama. */
export const ordinaryNames: ReadonlySet<string> = new Set(
  // Words.
  (
    'surprise green normal reading bear mission bell spring university golden orange union holiday temple liberty ' +
    'crystal pearl bend paradise superior buffalo eagle parole sunset humble queens pace alliance hurricane delta ' +
    'enterprise mobile savage fountain sunrise republic cocoa sparks marina flint rye independence liberal eden ' +
    'mentor mustang plum terrace plantation summit laurel central hope bath rock garden grove center opportunity ' +
    'commerce industry orchard harbor avenue park parks lake lakes hill hills beach valley ridge heights village ' +
    'mill mills spa forest meadow fairfield cypress magnolia olive rose lily bloom canyon globe mesa bay coral palm ' +
    'oak elm cedar maple aspen birch ash cherry apple lemon berry peach clay stone sand silver diamond ruby iron ' +
    'copper bridge bridges ferry port ocean river rivers creek brook falls well wells windsor concord champion ' +
    'signal vista plaza mirage star sterling price barber baker carpenter mason cook butler taylor fisher hunter ' +
    'miller porter potter shepherd skinner turner tanner walker weaver webb cooper fuller archer gardener gardner ' +
    'sandwich turkey ham rice pepper ginger sage basil mandarin troy jupiter venus mars ' +
    // First names and surnames.
    'alice allen alma alvin ames ana anna anderson angie arnold arthur austell barry beth brandon brent brice bruce ' +
    'bryan burke burton campbell carson charles clarence clinton dale dana davis daphne dean donna douglas dylan ' +
    'elizabeth ellen emma eugene evans floyd frank frederick gary george gilbert glen graham grant griffin harold ' +
    'harrison harvey helena henry holt howard ida jackson james jasper jerome jordan joseph kyle lawrence leander ' +
    'leon lewis linda logan louise lynn marion marshall martin martinez mary moore morgan murphy murray norman oliver ' +
    'oscar palmer parker perry peter rachel ralph ray raymond richardson robert robin rogers roy rosa russell sandy ' +
    'scott shaw shelby sherman shirley sidney stanley stephen steven stuart tucker tyler vernon vincent warren wayne ' +
    'wendell whitney wilson winston wright'
  ).split(' '),
)

/** Not even a preposition is enough: `in spring` is a season. */
export const namesThatNeedState: ReadonlySet<string> = new Set(
  'spring holiday green normal sunrise sunset central liberal universal center park lake beach parks'.split(
    ' ',
  ),
)

/** Codes of states and provinces that are also words or syllables. */
export const ordinaryCodes: ReadonlySet<string> = new Set(
  'in or me ok hi la pa co oh ma id de mi mo al ar as on ab pe md va nd sd ms mt ne ca us'.split(' '),
)
