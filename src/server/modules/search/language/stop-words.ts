/** Words that say nothing about a listing. The index does not contain them, and searches leave them out. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a am an and are as at be been but by can cant could did do does doing dont for from had has have having he her ' +
    'his how i id if ill im in into is isnt it its ive me my myself not of on or our ours out she should so than that ' +
    'thats the their them then there theres these they theyre this those to too until us was we were what when ' +
    'where which who whom whos why will with would you youll your youre yours'
  ).split(' '),
)
