export type Topic = {
  /** The id of its heading, for links. */
  id: string
  title: string
  text: string
  points: readonly string[]
}
