import type autocannon from 'autocannon'

/**
 * Opens another connection when the server ends one with a response. By itself, autocannon sends the next request on the old connection
 * and again on the new one, and from then on measures each response from the wrong request.
 */
export function reconnectWhenEnded(client: autocannon.Client): void {
  // Their types do not have these properties: `reconnectRate` is the option.
  const state = client as unknown as { reconnectRate: number; reqsMade: number }
  client.on('headers', ((response: { shouldKeepAlive: boolean }) => {
    state.reconnectRate = response.shouldKeepAlive ? 0 : state.reqsMade
  }) as never)
}
