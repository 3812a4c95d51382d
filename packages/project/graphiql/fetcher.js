import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { createClient } from 'graphql-ws'

/** Asks the service as a role, or as nobody where there is no token; subscriptions go over a WebSocket, which signs in with its first message. */
export const fetcherAs = (url, token) => {
  const credential = token === '' ? {} : { authorization: `Bearer ${token}` }
  const socket = new URL(url, location.href)
  socket.protocol = socket.protocol.replace('http', 'ws')
  return createGraphiQLFetcher({
    url,
    headers: credential,
    wsClient: createClient({ url: socket.href, connectionParams: credential }),
  })
}
