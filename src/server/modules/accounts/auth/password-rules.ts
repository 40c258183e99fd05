/** Rejects passwords that are easy to guess, as judged by zxcvbn and by what an attacker would try first. */

/** Lower zxcvbn scores, from 0 to 4, are rejected. */
const minScore = 2
/** zxcvbn takes longer for longer passwords; more characters than this do not make one weaker. */
const maxScoredLength = 64

type Scorer = (password: string, userInputs: string[]) => number
let scorer: Promise<Scorer> | null = null

/** Loads zxcvbn and its word lists, which take 30 MB, so this waits until someone first chooses a password. */
async function loadScorer(): Promise<Scorer> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, userInputs) => zxcvbn.check(password.slice(0, maxScoredLength), userInputs).score
}

/** Returns a sentence that says why a password is too weak, or null if it is acceptable. */
export async function weaknessOf(
  password: string,
  email: string,
  productName: string,
): Promise<string | null> {
  const lower = password.toLowerCase()
  const localPart = email.toLowerCase().split('@')[0] ?? ''
  // Nearly every password contains any one or two given letters.
  if (localPart.length > 2 && lower.includes(localPart))
    return 'This password contains your email address. Please choose another one.'
  if (lower.includes(productName.toLowerCase()))
    return `This password contains the name ${productName}. Please choose another one.`
  scorer ??= loadScorer()
  const score = (await scorer)(password, [email, localPart, productName])
  if (score >= minScore) return null
  return 'This password is easy to guess. Please choose a longer or less common one. Try a few random words.'
}
