/**
 * Words that the stemmer should treat as another word, so that listings and searches agree: irregular plurals, British
 * and Canadian spellings, and words whose Porter stem is that of an unrelated word.
 */

/** Spelling variants of words. */
const variants = `
  children childrens childs → child, men mens → man, women womens → woman, people peoples → people,
  wives wifes → wife, knives → knife, leaves → leaf, loaves → loaf, scarves → scarf, shelves → shelf,
  wolves → wolf, feet → foot, teeth → tooth, geese → goose, mice → mouse, colour colours coloured → color,
  colouring colourings → coloring, colourist colourists → colorist, neighbour neighbours → neighbor,
  neighbourhood neighbourhoods → neighborhood, favour favours → favor, favourite favourites → favorite,
  flavour flavours flavoured → flavor, harbour harbours → harbor, labour labours → labor,
  parlour parlours → parlor, theatre theatres → theater, centre centres → center,
  jewellery jewellry jewelery → jewelry, jeweller jewellers → jeweler, grey greys → gray, tyre tyres → tire,
  mould moulds → mold, catalogue catalogues → catalog, programme programmes → program,
  pyjama pyjamas pajamas → pajama, doughnut doughnuts → donut, draught draughts → draft,
  licence licences → license, organise organises → organize, organised organising → organizing,
  organiser organisers → organizer, moustache moustaches → mustache, yoghurt yogurts → yogurt,
  storey storeys → story, mum mums → mom, aeroplane aeroplanes → airplane, fibre fibres → fiber,
  metre metres → meter, litre litres → liter, panelling paneling → paneling,
  travelling traveling → traveling, traveller travellers → traveler, modelling modeling → modeling,
  counselling counseling → counseling, counsellor counsellors → counselor`

/** Stems that differ from Porter's, whose stem is that of another word: organ, new, univers, gener, polic, polit, anim. */
const ownStems = `
  organic organics organically → organic, news → news, university universities → university,
  generous → generous, policy policies → policy, politics → politics,
  animate animation animations animator animators → animate`

/** Parses `word word → word, word → word`. */
const parse = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/,\s+/)
      .flatMap((line) => {
        const [words = '', target = ''] = line.split(' → ')
        return words.split(' ').map((word): [string, string] => [word, target])
      }),
  )

/** The preferred spelling of each variant. */
export const preferredSpellings = parse(variants)

/** The stems of the words that the stemmer gets wrong. */
export const exceptionalStems = parse(ownStems)
