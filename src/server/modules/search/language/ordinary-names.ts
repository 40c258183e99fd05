/** Names of places that people also use for something else. */

/** A search means the place only with a preposition or the state: `mobile` is mostly not Mobile, Alabama. */
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
