/** The icons of categories, by the names of the symbols in `src/web/listing/category-icons.svg` and `more-category-icons.svg`. */

import { t } from '../translate.ts'

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

/** Returns what an icon shows, such as `bed double`. */
export const iconName = (icon: string): string =>
  t(
    '{icon, select, beauty {beauty} health {health} event {event} home {home} pet {pet} education {education} cleaning {cleaning} garden {garden} moving {moving} family {family} food {food} music {music} photo {photo} fashion {fashion} craft {craft} tech {tech} business {business} ride {ride} sport {sport} bed_double {bed double} book_open {book open} building {building} bus {bus} cake {cake} calendar_days {calendar days} church {church} coffee {coffee} dices {dices} drama {drama} drum {drum} dumbbell {dumbbell} film {film} fish {fish} flame {flame} flower {flower} footprints {footprints} gamepad {gamepad} gem {gem} gift {gift} handshake {handshake} heart_handshake {heart handshake} key_round {key round} landmark {landmark} languages {languages} leaf {leaf} library {library} mic {mic} mountain {mountain} piano {piano} pizza {pizza} plane {plane} plug {plug} puzzle {puzzle} sailboat {sailboat} scale {scale} school {school} shopping_bag {shopping bag} snowflake {snowflake} sofa {sofa} sparkles {sparkles} stethoscope {stethoscope} store {store} sun {sun} tent {tent} ticket {ticket} tractor {tractor} umbrella {umbrella} users {users} utensils {utensils} wheat {wheat} wine {wine} wrench {wrench} other {other}}',
    { icon: icon.replace(/-\d$/, '').replaceAll('-', '_') },
  )
