/** An answer to a question of an event with registration, in the words in which it was asked. */
export type Answer = { question: string; answer: string }

/** Returns the answers of a form whose fields are `question.0`, `answer.0`, and so on. */
export function answersOf(fields: Record<string, string>): Answer[] | undefined {
  const answers = Object.entries(fields).flatMap(([name, question]) =>
    name.startsWith('question.') ? [{ question, answer: fields[`answer.${name.slice(9)}`] ?? '' }] : [],
  )
  return answers.length > 0 ? answers : undefined
}
