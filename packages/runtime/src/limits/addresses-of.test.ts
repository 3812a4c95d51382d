import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addressesOf } from './addresses-of.ts'

const opened: Socket[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.close()
})

type Answers = (name: string, family: 4 | 6) => readonly string[] | 'no such name' | 'failed' | null

/** A name server on loopback (RFC 1035 section 4); null: it does not answer. Gives its address, and what it was asked. */
const nameServer = async (answers: Answers) => {
  const asked: string[] = []
  const socket = createSocket('udp4')
  opened.push(socket)
  socket.on('message', (message, from) => {
    const labels: string[] = []
    let at = 12
    for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
      labels.push(message.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const [name, type] = [labels.join('.'), message.readUInt16BE(at + 1)]
    asked.push(name)
    socket.emit('asked')
    const said = answers(name, type === 28 ? 6 : 4)
    if (said === null) return
    const found = typeof said === 'string' ? [] : said
    const head = Buffer.from(message.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (said === 'no such name' ? 3 : said === 'failed' ? 2 : 0), 2)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    const records = found.map((address) => {
      const bytes =
        type === 28
          ? Buffer.from(address.replaceAll(':', ''), 'hex')
          : Buffer.from(address.split('.').map((each) => Number(each)))
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length])
      return Buffer.concat([record, bytes])
    })
    socket.send(Buffer.concat([head, message.subarray(12, at + 5), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return { socket, asked, nameServers: [`127.0.0.1:${port}`] }
}

const six = '2606:4700:0000:0000:0000:0000:0000:1111'

test('a host is where its name servers say, by both families', async () => {
  const { nameServers, asked } = await nameServer((_, family) => (family === 4 ? ['8.8.8.8', '8.8.4.4'] : [six]))
  expect(await addressesOf({ nameServers })('Hooks.Example.ORG.')).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '8.8.4.4', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  expect(new Set(asked)).toEqual(new Set(['hooks.example.org']))
})

test('a host that has addresses of one family is there', async () => {
  const { nameServers } = await nameServer((_, family) => (family === 4 ? 'failed' : [six]))
  expect(await addressesOf({ nameServers })('six.example')).toEqual([{ address: '2606:4700::1111', family: 6 }])
})

test.each([
  ['there is none', () => 'no such name', 'ENOTFOUND'],
  ['it has no address', () => [], 'ENOTFOUND'],
  ['nobody could say', () => 'failed', 'EAI_AGAIN'],
  ['one family is unknown', (_, family) => (family === 4 ? [] : 'failed'), 'EAI_AGAIN'],
] satisfies [string, Answers, string][])('a host that has no address, as %s', async (_, answers, code) => {
  const { nameServers } = await nameServer(answers)
  await expect(addressesOf({ nameServers })('none.example')).rejects.toMatchObject({ code })
})

test('name servers that do not answer keep the service from none of its own names', async () => {
  const { socket, nameServers } = await nameServer(() => null)
  const mute = (at: number) => addressesOf({ nameServers })(`mute-${at}.example`)
  // More than there are threads for lookups.
  const waiting = Array.from({ length: 16 }, (_, at) => mute(at).catch((error: NodeJS.ErrnoException) => error.code))
  await once(socket, 'asked')
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
  const own = lookup('localhost').then(() => 'its own')
  expect(await Promise.race([own, ...waiting])).toBe('its own')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['EAI_AGAIN']))
}, 20_000)

test('what the machine’s hosts file says goes before, and localhost is nobody else', async () => {
  const { nameServers, asked } = await nameServer((_, family) => (family === 4 ? ['8.8.8.8'] : []))
  const folder = await mkdtemp(join(tmpdir(), 'charter-hosts-'))
  const hostsFile = join(folder, 'hosts')
  await writeFile(
    hostsFile,
    '# 10.9.9.9 receiver\n10.1.2.3\tother Receiver.Example # its name\nfd00::1 receiver.example\nhere receiver.example\n',
  )
  const lookUp = addressesOf({ nameServers, hostsFile })
  expect(await lookUp('receiver.example')).toEqual([
    { address: '10.1.2.3', family: 4 },
    { address: 'fd00::1', family: 6 },
  ])
  for (const name of ['localhost', 'a.localhost'])
    expect(await lookUp(name)).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect(asked).toEqual([])
  expect(await lookUp('receiver')).toContainEqual({ address: '8.8.8.8', family: 4 })
  await rm(folder, { recursive: true })
})
