import type { Answered, Attack, Victim } from './attack.ts'

const charter = `charter: 1
name: replays
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [clinician, desk]
entities:
  Patient:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ward: { type: text, length: 1..40 }
      secret: { type: text, length: 1..40 }
    allow:
      clinician: [{ do: [create] }, { do: [read, list], when: 'resource.ward == "north"' }]
      desk: { do: [read, list, update] }
`

const bank = `charter: 1
name: bank
version: 1.0.0
serves: [rest, graphql, soap]
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [staff, boss]
entities:
  Client:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..40 }
      branch: { type: text, length: 1..20 }
    relations: { notes: { many: Note } }
    allow:
      staff: [{ do: [read, list, update, statement, newest], when: 'resource.branch == "north"' }]
      boss: { do: [create, read, list, update, statement, newest] }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, verdict: { type: text, reveal: verdicts } }
    relations: { client: { one: Client } }
    allow: { staff: { do: [read, list] }, boss: { do: [create, read, list], reveal: [verdicts] } }
operations:
  statement: { rights: service, entity: Client, result: { type: text }, effect: write, mode: unary }
  newest: { rights: service, entity: Client, input: { note: uuid }, result: Note, effect: write, mode: unary }
`

const operations = {
  statement: 'export const statement = async ({ row }) => `Balance of ${row.name}: CANARY-replay-82`\n',
  newest: "export const newest = async ({ value }, { rows }) => rows.read('Note', { id: value.note })\n",
}

const verdict = 'CANARY-replay-83'

/** A client with a note, and somebody who was a boss and is one of the staff now. */
const banked = async ({ ask, token }: Victim, sub: string) => {
  const [before, now, other] = [await token(['boss'], { sub }), await token(['staff'], { sub }), await token(['boss'])]
  const client = await ask('POST', '/api/v1/clients', { token: other, body: { name: 'Ada', branch: 'north' } })
  const id = String(client.json.id)
  const note = await ask('POST', '/api/v1/notes', { token: other, body: { verdict, clientId: id } })
  const patched = (body: unknown, asked: { readonly token: string; readonly key: string }): Promise<Answered> =>
    ask('PATCH', `/api/v1/clients/${id}`, {
      token: asked.token,
      body,
      headers: { 'content-type': 'application/merge-patch+json', 'idempotency-key': asked.key },
    })
  return { before, now, other, id, note: String(note.json.id), patched }
}

/** An update over SOAP under a key, that includes the notes under another name. */
const aliased = async (victim: Victim, token: string, { id, as }: { readonly id: string; readonly as: string }) => {
  const contract = await victim.ask('GET', '/soap/Bank?wsdl', { token })
  const [, namespace] = /targetNamespace="([^"]+)"/.exec(contract.text) ?? []
  const select = `<select><fields>${as === 'id' ? '' : '<field>id</field>'}</fields><include><notes as="${as}"/></include></select>`
  const body = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><UpdateClient xmlns="${namespace}"><key><id>${id}</id></key><value><name>Ada</name></value>${select}<idempotencyKey>alias-${as}</idempotencyKey></UpdateClient></e:Body></e:Envelope>`
  return victim.ask('POST', '/soap/Bank', { token, body, headers: { 'content-type': 'application/soap+xml' } })
}

const kept = (name: string, finding: string, holds: string, play: Attack['play']): Attack => ({
  name,
  finding,
  holds,
  charter: bank,
  operations,
  play,
})

/** An operation that was answered while its row could be reached, and again when it no longer could. */
const afterwards = (operation: 'statement' | 'newest') => async (victim: Victim) => {
  const { now, other, id, note, patched } = await banked(victim, `s-${operation}`)
  const body = operation === 'newest' ? { note } : {}
  const asked = { token: now, body, headers: { 'idempotency-key': operation } }
  const first = await victim.ask('POST', `/api/v1/clients/${id}/${operation}`, asked)
  const same = await victim.ask('POST', `/api/v1/clients/${id}/${operation}`, asked)
  if (first.status !== 200 || same.text !== first.text) return `${first.status} ${first.text}, then ${same.text}`
  await patched({ branch: 'south' }, { token: other, key: `move-${operation}` })
  const again = await victim.ask('POST', `/api/v1/clients/${id}/${operation}`, asked)
  return again.status === 404 ? null : `${again.status} ${again.text}`
}

export const attacks: readonly Attack[] = [
  ...['x', 'name', 'id'].map((as) =>
    kept(`replayed-alias-${as}`, 'D4', 'what was included under another name is judged anew', async (victim) => {
      const { before, now, id } = await banked(victim, `e-${as}`)
      const first = await aliased(victim, before, { id, as })
      if (!first.text.includes(verdict)) return `could not begin: ${first.status} ${first.text}`
      const again = await aliased(victim, now, { id, as })
      return again.text.includes(verdict) ? `${again.status} ${again.text}` : null
    }),
  ),
  kept('replayed-select', 'D4', 'what a key was answered with is no answer to another selection', async (victim) => {
    const { before, id, patched } = await banked(victim, 'e-select')
    const first = await aliased(victim, before, { id, as: 'z' })
    const again = await patched({ name: 'Ada' }, { token: before, key: 'alias-z' })
    return first.text.includes(verdict) && again.status === 422
      ? null
      : `${first.status} ${first.text}, then ${again.status} ${again.text}`
  }),
  kept('replayed-include-unrecorded', 'D4', 'what is included again goes on record again', async (victim) => {
    const { before, id } = await banked(victim, 'e-record')
    for (let time = 0; time < 2; time++) await aliased(victim, before, { id, as: 'y' })
    const found = (await victim.record()).filter(
      ({ operation, principal }) => operation === 'Client.update' && principal === 'e-record',
    )
    const fields = found.map((entry) => String(entry.fields))
    return fields.length === 2 && fields.every((each) => each.includes('notes.verdict')) ? null : fields.join(' then ')
  }),
  kept(
    'replayed-result',
    'D5',
    'an operation’s answer is not given again of a row that is out of reach',
    afterwards('statement'),
  ),
  kept('replayed-other-row', 'D5', 'nor where it answered with a row of another entity', afterwards('newest')),
  {
    name: 'replayed-row',
    holds: 'an Idempotency-Key does not show a row again that may not be read any more',
    finding: 'B13',
    charter,
    play: async ({ ask, token }) => {
      const [clinician, desk] = [await token(['clinician'], { sub: 'c1' }), await token(['desk'])]
      const body = { ward: 'north', secret: 'CANARY-replay-81' }
      const asked = { token: clinician, body, headers: { 'idempotency-key': 'once' } }
      const made = await ask('POST', '/api/v1/patients', asked)
      const headers = { 'content-type': 'application/merge-patch+json' }
      await ask('PATCH', `/api/v1/patients/${made.json.id}`, { token: desk, body: { ward: 'south' }, headers })
      const again = await ask('POST', '/api/v1/patients', asked)
      return made.status === 201 && again.status === 404 ? null : `${made.status}, then ${again.status} ${again.text}`
    },
  },
]
