/** Stands above a relayed message, so that a reply can be told from the message that it quotes. */
export const replyMarker = '— Please write your reply above this line —'
