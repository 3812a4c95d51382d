import { setTimeout as wait } from 'node:timers/promises'
import { mergePatch, type PlatformAttack, type PlatformVictim } from './platform-attack.ts'

const vote = ({ acme, digest }: PlatformVictim) => ({
  deploymentId: acme.deployment,
  releaseDigest: digest,
  isYes: true,
})

const waits = async (victim: PlatformVictim, tried: string): Promise<string | null> => {
  const { json } = await victim.ann(`GET deployments/${victim.acme.deployment}?include=votes`)
  return json.state === 'requested' && json.votes.items.length === 0 ? null : `${tried}: ${JSON.stringify(json)}`
}

export const attacks: readonly PlatformAttack[] = [
  {
    name: 'lets-their-own',
    holds: 'who asked, who wrote and who made it lets nothing, however they ask',
    play: async (victim) => {
      const body = vote(victim)
      for (const who of [victim.olga, victim.ann, victim.eve]) {
        await who('POST approvals', body)
        await who('POST batch', { calls: [{ operation: 'Approval.create', value: body }] })
        await who('POST batch', { atomic: true, calls: [{ operation: 'Approval.create', value: body }] })
        await who('POST approvals/import', JSON.stringify(body), {
          headers: { 'content-type': 'application/x-ndjson' },
        })
        await who('POST /graphql', {
          query: 'mutation ($value: ApprovalCreate!) { createApproval(value: $value) { id } }',
          variables: { value: body },
        })
      }
      return waits(victim, 'let')
    },
  },
  {
    name: 'lets-by-assistant',
    holds: 'over MCP nobody lets anything, whoever is signed in',
    play: async (victim) => {
      const said = await victim.tool('bob', 'create_approval', { value: vote(victim) })
      return (await waits(victim, 'let')) ?? (/forbidden|allow/i.test(said) ? null : said.slice(0, 300))
    },
  },
  {
    name: 'lets-with-stale-factor',
    holds: 'a second factor of an hour ago, or none, lets nothing',
    play: async (victim) => {
      const hourAgo = Math.floor(Date.now() / 1000) - 3600
      for (const claims of [{ auth_time: hourAgo }, { amr: ['pwd'] }, { amr: [] }])
        await victim.as('bob', claims)('POST approvals', vote(victim))
      return waits(victim, 'let')
    },
  },
  {
    name: 'lets-by-key',
    holds: 'a key of whoever may let it lets nothing, accepts nothing and makes no key',
    play: async (victim) => {
      const { json } = await victim.bob('POST mint-key', { name: 'ci', grants: ['viewer', 'designer'] })
      const withKey = (asked: string, body?: object) => victim.nobody(asked, body, { token: json.key })
      // It is taken once its row is there, and what follows that is done.
      let seen = await withKey('GET projects')
      for (let tries = 0; seen.status !== 200 && tries < 50; tries++) {
        await wait(100)
        seen = await withKey('GET projects')
      }
      if (seen.status !== 200) return `the key is no key: ${seen.status} ${seen.text}`
      const answers = [
        await withKey('POST approvals', vote(victim)),
        await withKey('POST mint-key', { name: 'more', grants: ['viewer'] }),
        await withKey(`POST versions/${victim.acme.version}/accept`),
      ]
      const got = answers.find(({ status }) => status < 400)
      return got ? `${got.status} ${got.text}` : waits(victim, 'let')
    },
  },
  {
    name: 'says-what-is-the-platforms',
    holds: 'nobody says how far a deployment is, who had a part in it, or that it was let',
    play: async (victim) => {
      const { acme } = victim
      const says = { state: 'healthy', involved: ['x'], approvals: 0, isEmergency: false, releaseDigest: victim.digest }
      const answers = [
        await victim.olga(`PATCH deployments/${acme.deployment}`, { state: 'approved' }, mergePatch),
        await victim.olga(`PUT deployments/${acme.deployment}`, says),
        await victim.olga('POST deployments', {
          releaseId: acme.release,
          environmentId: acme.environment,
          reason: 'a',
          ...says,
        }),
        await victim.ann(`PATCH releases/${acme.release}`, { madeBy: 'bob' }, mergePatch),
        await victim.ann(`PATCH versions/${acme.version}`, { createdBy: 'bob' }, mergePatch),
        await victim.olga(`PATCH environments/${acme.environment}`, { approvals: 0 }, mergePatch),
      ]
      const got = answers.find(({ status }) => status < 400)
      return got ? `${got.status} ${got.text}` : waits(victim, 'said')
    },
  },
  {
    name: 'moves-what-moves-by-itself',
    holds: 'what the platform does by itself nobody calls, in no style',
    play: async (victim) => {
      const { acme } = victim
      const key = { id: acme.deployment }
      const internal = [
        'approveDeployment',
        'rollDeployment',
        'settleDeployment',
        'rollOut',
        'windDown',
        'loseDeployment',
        'noteKeyUse',
      ]
      for (const operation of internal) {
        const answers = [
          await victim.olga('POST batch', { calls: [{ operation, key }] }),
          await victim.olga(`POST deployments/${acme.deployment}/${operation}`),
          await victim.olga('POST /graphql', { query: `mutation { ${operation}(id: "${acme.deployment}") { id } }` }),
        ]
        const got = answers.find(
          ({ status, json }) => status < 400 && !json?.errors && !(json?.results?.[0]?.status >= 400),
        )
        if (got) return `${operation}: ${got.text}`
      }
      return waits(victim, 'moved')
    },
  },
]
