/** Words around what a visitor is looking for, such as `need`, `someone`, and `near me`. */
import { stopWords } from './words.ts'

/** Words that have no weight in a search, unless there are no others. */
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
