import { webhookNames } from '@charter/runtime'
import { asked } from './asked-role.ts'
import type { CharterCheck } from './charter-check.ts'

/** `webhooks`: who may subscribe to rows that they may not list, by the rules as they are compiled, is never told anything. */
export const checkTold: CharterCheck = ({ entities, access: { roles, membership } }, { report }, { access, rules }) => {
  const webhook = entities.find(({ name, isBuiltIn }) => isBuiltIn && name === webhookNames.entity)
  if (!access || !webhook) return
  const of = webhook.fields.flatMap(({ name, type }) =>
    name === 'entities' && type.kind === 'array' && type.items.kind === 'enum' ? type.items.values : [],
  )
  const subscribing = roles.filter((role) => asked(rules, webhook, role).may('create'))
  for (const entity of entities.filter(({ name }) => of.includes(name))) {
    const isListing = (role: string | undefined): boolean =>
      role !== undefined && asked(rules, entity, role).may('list') !== null
    // Whoever is signed in holds that role besides.
    if (isListing(membership?.signedIn)) continue
    for (const role of subscribing.filter((each) => !isListing(each)))
      report('never-told', { place: webhook.place, path: 'webhooks' }, { entity: entity.name, role })
  }
}
