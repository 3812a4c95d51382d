// A platform that deploys nowhere, as a process of its own. It is asked for tokens and links by messages: `{ person, claims }`, `{ link: true }`.
import { openPlatform } from '@charter/server'

const platform = await openPlatform({
  folder: process.argv[2] ?? '',
  env: process.env,
  target: {
    rollOut: async ({ id }) => ({ address: `http://127.0.0.1:1/${id}` }),
    stop: async () => {},
    running: async () => [],
  },
})

interface Asked {
  readonly id: number
  readonly person?: string
  readonly claims?: Readonly<Record<string, string>>
}

process.on('message', async ({ id, person, claims }: Asked) => {
  const said =
    person === undefined
      ? await platform.people.makeLink()
      : await platform.service.development?.token([], { sub: person, ...claims })
  process.send?.({ id, said })
})
process.send?.({ url: platform.url })
