/** The icons of categories, by the names of the symbols in `src/web/listing/category-icons.svg` and `more-category-icons.svg`. */

const listed = (names: string): readonly string[] => names.split(/\s+/)

/** Those of the first file, which pages load anyway. */
const basicIcons = listed(
  `beauty health event home pet education cleaning garden moving family food music photo fashion craft tech business
  ride sport other`,
)

export const topicIcons: readonly string[] = [
  ...basicIcons,
  ...listed(
    `bed-double book-open building-2 bus cake calendar-days church coffee dices drama drum dumbbell film fish flame
    flower-2 footprints gamepad-2 gem gift handshake heart-handshake key-round landmark languages leaf library mic
    mountain piano pizza plane plug puzzle sailboat scale school shopping-bag snowflake sofa sparkles stethoscope
    store sun tent ticket tractor umbrella users utensils wheat wine wrench`,
  ),
]
