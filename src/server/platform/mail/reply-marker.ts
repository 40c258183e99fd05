/** Stands above a relayed message, so that a reply can be told from the message that it quotes. */
export const replyMarker = '— Please write your reply above this line —'
/** Without the dashes, which some mail programs replace. */
const markerWords = /please write your reply above this line/i
/** Begins the last line of every email. */
export const footerStart = 'This email was sent by'

export const hasReplyMarker = (line: string): boolean => markerWords.test(line)
