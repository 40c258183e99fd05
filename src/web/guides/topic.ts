export type Topic = {
  /** Of its heading, for links to it. */
  id: string
  title: string
  text: string
  points: readonly string[]
}
