import { mergePatch, type PlatformAttack, type PlatformVictim } from './platform-attack.ts'
import { secretText } from './victim.ts'

const entities = ['projects', 'versions', 'releases', 'environments', 'deployments', 'secrets'] as const
const idIn = ({ acme }: PlatformVictim, entity: (typeof entities)[number]): string =>
  acme[entity.slice(0, -1) as keyof typeof acme]

export const attacks: readonly PlatformAttack[] = [
  {
    name: 'reads-another-company',
    holds: 'whoever owns another company reads nothing, and is told nothing but that it is not there',
    play: async (victim) => {
      for (const entity of entities) {
        const path = `${entity}/${idIn(victim, entity)}`
        for (const tail of ['', '/audit']) {
          const { status, text } = await victim.eve(`GET ${path}${tail}`)
          if (status !== 404) return `${path}${tail}: ${status} ${text}`
        }
        const listed = await victim.eve(`GET ${entity}?count=true`)
        if (listed.json.items.length > 0 || listed.json.count.value > 0) return `${entity}: ${listed.text}`
      }
      return null
    },
  },
  {
    name: 'names-another-company',
    holds: 'naming another company, in whichever way, makes nobody one of it',
    play: async (victim) => {
      for (const claims of [{ organisation: 'acme' }, { roles: ['owner', 'watcher'], organisation: 'acme' }]) {
        const as = victim.as('eve', claims)
        const listed = await as('GET projects')
        if (listed.status < 400 && listed.json.items.length > 0) return `${JSON.stringify(claims)}: ${listed.text}`
      }
      const headed = await victim.eve('GET projects', undefined, { headers: { 'charter-organisation': 'acme' } })
      return headed.status < 400 && headed.json.items.length > 0 ? headed.text : null
    },
  },
  {
    name: 'refers-to-another-company',
    holds: 'rows of one company refer to nothing of another',
    play: async (victim) => {
      const { acme } = victim
      const answers = [
        await victim.eve('POST versions', { projectId: acme.project, text: 'charter: 1' }),
        await victim.eve('POST environments', { projectId: acme.project, name: 'mine' }),
        await victim.eve('POST sources', { projectId: acme.project, name: 'mine', url: 'sqlite:///etc/passwd' }),
        await victim.eve('POST secrets', { environmentId: acme.environment, name: 'A', value: 'b' }),
        await victim.eve('POST deployments', { releaseId: acme.release, environmentId: acme.environment, reason: 'a' }),
        await victim.eve(`POST versions/${acme.version}/make-release`),
        await victim.eve(`GET releases/${acme.release}/part?path=charter.yaml`),
        await victim.eve(`GET projects/${acme.project}/phases`),
      ]
      const got = answers.find(({ status }) => status < 400)
      return got ? `${got.status} ${got.text}` : null
    },
  },
  {
    name: 'takes-more-rights',
    holds: 'nobody gives themselves a right, and nobody is the platform',
    play: async (victim) => {
      const { json } = await victim.eve('GET members')
      const [mine] = json.items
      const answers = [
        await victim.eve('POST roles', { name: 'Watching', grants: ['watcher'] }),
        await victim.eve('POST members', { personId: 'eve', roleId: mine.roleId }),
        await victim.eve(`PATCH members/${mine.id}`, { isActive: false }, mergePatch),
        await victim.eve(`PATCH roles/${mine.roleId}`, { grants: ['approver', 'owner'] }, mergePatch),
        await victim.bob('POST mint-key', { name: 'more', grants: ['approver'] }),
        await victim.bob('POST members', { personId: 'mallory', roleId: mine.roleId }),
      ]
      const got = answers.find(({ status }) => status < 400)
      return got ? `${got.status} ${got.text}` : null
    },
  },
  {
    name: 'reads-a-secret',
    holds: 'a secret is told to nobody, whoever set it and however it is asked for',
    play: async (victim) => {
      const { acme } = victim
      const asked = [
        await victim.olga(`GET secrets/${acme.secret}`),
        await victim.olga(`GET secrets/${acme.secret}?fields=value`),
        await victim.olga(`GET environments/${acme.environment}?include=secrets`),
        await victim.olga('POST /graphql', { query: '{ secrets { items { id value } } }' }),
        await victim.olga('POST secrets/search', { filter: { value: { startsWith: secretText.slice(0, 3) } } }),
        await victim.olga('GET secrets?sort=value'),
        await victim.ann(`GET deployments/${acme.deployment}`),
        await victim.ann(`GET secrets/${acme.secret}/audit`),
      ]
      const got = asked.find(({ text }) => text.includes(secretText))
      if (got) return got.text.slice(0, 300)
      const told = asked.slice(4, 6).find(({ status }) => status < 400)
      return told ? `filtered or sorted by it: ${told.text}` : null
    },
  },
]
