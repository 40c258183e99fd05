/** Which passwords are too easy to guess: judged by zxcvbn, and by what anybody would try first. */
/** Below this score, of 0 to 4, a password is refused. */
const lowestScore = 2
/** Judging takes longer the longer the password; what is beyond adds no weakness. */
const longestJudged = 64

type Judge = (password: string, known: string[]) => number
let judge: Promise<Judge> | null = null

/** The lists of common passwords take 30 MB: they are read when the first password is chosen. */
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, known) => zxcvbn.check(password.slice(0, longestJudged), known).score
}

/** What is wrong with a password, as a sentence; null when it may be used. */
export async function weaknessOf(
  password: string,
  email: string,
  productName: string,
): Promise<string | null> {
  const lower = password.toLowerCase()
  const localPart = email.toLowerCase().split('@')[0] ?? ''
  // One or two letters stand in nearly every password.
  if (localPart.length > 2 && lower.includes(localPart))
    return 'This password has your email address in it. Please choose another one.'
  if (lower.includes(productName.toLowerCase()))
    return `This password has the name ${productName} in it. Please choose another one.`
  judge ??= loadJudge()
  const score = (await judge)(password, [email, localPart, productName])
  if (score >= lowestScore) return null
  return 'This password is easy to guess. Please choose a longer or less common one; a few words in a row do well.'
}
