/** Rejects passwords that are easy to guess, as judged by zxcvbn and by what an attacker would try first. */
import { scorePassword } from './password-scorer.ts'

/** Lower zxcvbn scores, from 0 to 4, are rejected. */
const minScore = 2
/** zxcvbn takes longer for longer passwords; more characters than this do not make one weaker. */
const maxScoredLength = 64

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
  const score = await scorePassword(password.slice(0, maxScoredLength), [email, localPart, productName])
  if (score >= minScore) return null
  return 'This password is easy to guess. Please choose a longer or less common one. Try a few random words.'
}
