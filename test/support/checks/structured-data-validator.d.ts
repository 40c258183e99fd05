declare module '@adobe/structured-data-validator' {
  type Issue = { issueMessage: string; severity: 'ERROR' | 'WARNING'; path: object[] }
  export default class Validator {
    constructor(vocabulary: { '@graph': object[] })
    validate(extracted: { jsonld: Record<string, object[]> }): Promise<Issue[]>
  }
}
