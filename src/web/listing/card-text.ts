import { cardText } from '../../shared/format.ts'
import { useSite } from '../framework/site-context.tsx'

/** Returns how cards and rows show titles and descriptions: what truncates a text, and the class of its element. */
export function useCardText() {
  const { cardTextLength } = useSite().settings
  return {
    cut: (text: string) => cardText(text, cardTextLength),
    className: cardTextLength === 0 ? 'two-lines' : 'free-text',
  }
}
