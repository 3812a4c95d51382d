import { connect } from 'node:net'

const timeoutMs = 10_000

/** Whether anybody listens at the address of a deployment. What listens and does not answer in time may only be slow: it counts as there. */
export const answers = (address: string): Promise<boolean> => {
  const { hostname, port, protocol } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
  return new Promise((resolve) => {
    const say = (isThere: boolean) => (): void => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(timeoutMs, say(true)).once('connect', say(true)).once('error', say(false))
  })
}
