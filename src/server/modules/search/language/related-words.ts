/**
 * Words that mean nearly the same in an advertisement: forms that the stemmer keeps apart (clean, cleaner) and everyday
 * equivalents (kid, child). What belongs to one subcategory is in the synonyms of the catalog instead.
 */
import { stem } from './words.ts'

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
