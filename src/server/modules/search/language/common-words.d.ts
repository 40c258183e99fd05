/** One list of the package, which has types only for its main module. */
declare module '@zxcvbn-ts/language-en/dist/commonWords.json.mjs' {
  /** Common English words, the most common first. */
  const commonWords: string[]
  export default commonWords
}
