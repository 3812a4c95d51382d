import type { Written } from './charter.ts'
import { condition, type Uses } from './conditions.ts'
import type { Random } from './random.ts'

/** One policy as Cedar says it, whatever way the charter says it. */
export interface CedarPolicy {
  readonly effect: 'permit' | 'forbid'
  readonly text: string
}

export interface PolicySet {
  readonly written: Written
  /** The same for Cedar's own engine. */
  readonly cedar: readonly CedarPolicy[]
  /** Names of the constructs in it. */
  readonly uses: readonly string[]
}

export const actions = ['read', 'update', 'delete', 'approve', 'reveal:clinical'] as const

/** One to four policies: permits and forbids over all that a head can say, some of them lines of `allow`. */
export const randomPolicies = (random: Random): PolicySet => {
  const uses = new Set<string>()
  const use: Uses = (name) => uses.add(name)
  const policies: string[] = []
  const allow: Written['allow'][number][] = []
  const cedar: CedarPolicy[] = []
  const count = 2 + random.int(4)
  for (let at = 0; at < count; at++) {
    if (random.chance(0.25)) {
      const line = allowLine(random, use)
      allow.push(line)
      cedar.push({ effect: 'permit', text: cedarOfAllow(line) })
      continue
    }
    const policy = randomPolicy(random, use, at === 0 ? 0 : 0.25)
    policies.push(policy.text)
    cedar.push(policy)
  }
  return { written: { policies, allow }, cedar, uses: [...uses] }
}

const allowLine = (random: Random, use: Uses): Written['allow'][number] => {
  use('allow')
  return { role: random.pick(['r1', 'r2', 'r3']), do: [...new Set([random.pick(['read', 'update', 'delete', 'approve']), 'read'])], when: condition(random, use) } // biome-ignore format: a line on one line
}

const cedarOfAllow = ({ role, do: done, when }: Written['allow'][number]): string =>
  `permit(principal in Role::"${role}", action in [${done.map((name) => `Action::"Thing.${name}"`).join(', ')}], resource is Thing) when { ${when} };`

const randomPolicy = (random: Random, use: Uses, forbidShare: number): CedarPolicy => {
  const effect = random.chance(forbidShare) ? 'forbid' : 'permit'
  use(effect)
  const [principal, action, resource] = [head(random, use, principals), head(random, use, actionHeads), head(random, use, resources)] // biome-ignore format: three of a kind
  const isOverAll = resource === 'resource'
  const conditions = Array.from({ length: random.pick([0, 1, 1, 1, 1, 1, 2]) }, () => {
    const kind = random.pick(['when', 'when', 'unless'])
    use(kind)
    const text = condition(random, use)
    if (!isOverAll) return `${kind} { ${text} }`
    use('resource is (in a condition)')
    return kind === 'when' ? `when { resource is Thing && (${text}) }` : `unless { resource is Thing && (${text}) }`
  })
  return { effect, text: `${effect}(${principal}, ${action}, ${resource}) ${conditions.join(' ')};` }
}

type Heads = Readonly<Record<string, readonly string[]>>

const head = (random: Random, use: Uses, heads: Heads): string => {
  const [name = '', texts = []] = random.pick(Object.entries(heads))
  use(name)
  return random.pick(texts)
}

const principals: Heads = {
  'head: principal': ['principal'],
  'head: principal in Role': ['principal in Role::"r1"', 'principal in Role::"r2"', 'principal in Role::"r3"'],
  'head: principal is': ['principal is Principal'],
  'head: principal is … in Role': ['principal is Principal in Role::"r1"'],
  'head: principal ==': ['principal == Principal::"me"', 'principal == Principal::"a"', 'principal == Principal::"é"'],
}

const actionHeads: Heads = {
  'head: action': ['action'],
  'head: action ==': actions.map((name) => `action == Action::"Thing.${name}"`),
  'head: action in [several]': [
    'action in [Action::"Thing.read", Action::"Thing.update"]',
    'action in [Action::"Thing.delete", Action::"Thing.approve", Action::"Thing.reveal:clinical"]',
  ],
  'head: action in group': ['action in Action::"read"', 'action in [Action::"update", Action::"delete"]'],
}

const resources: Heads = { 'head: resource is': ['resource is Thing', 'resource is Thing '], 'head: resource': ['resource'] } // biome-ignore format: one line
