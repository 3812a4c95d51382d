import { saidText } from '@charter/deploy'
import type { GraphEdge, GraphNode } from '../charter.gen.ts'
import { servesIn } from '../versions/serves-in.ts'
import type { Joined } from './joined-in.ts'

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** At least so many nodes more are there than are shown. */
  readonly left: number
}

const nodesMax = 500
const edgesMax = 2000

/** Sources → services → where they answer in a style → routes; who asked for services, their keys; and webhooks that services are told by. */
export const graphOf = (joined: Joined): Graph => {
  const all = [
    ...sourcesIn(joined),
    ...servicesIn(joined),
    ...routesIn(joined),
    ...peopleIn(joined),
    ...webhooksIn(joined),
  ]
  const nodes = all.flatMap((part) => part.nodes)
  const shown = nodes.slice(0, nodesMax)
  const ids = new Set(shown.map(({ id }) => id))
  const edges = all.flatMap((part) => part.edges).filter(({ from, to }) => ids.has(from) && ids.has(to))
  return { nodes: shown, edges: edges.slice(0, edgesMax), left: nodes.length - shown.length + joined.left }
}

interface Part {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

const node = (kind: GraphNode['kind'], id: string, name: string, state: string | null = null): GraphNode => ({
  id: `${kind}:${id}`,
  kind,
  name: saidText(name, 500),
  state,
})

const sourcesIn = ({ sources, services }: Joined): readonly Part[] =>
  sources.map(({ id, name, place }) => ({
    nodes: [node('source', id, `${name}, at ${place}`)],
    // A service is told the address of each source of its project.
    edges: services.map((service) => ({ from: `source:${id}`, to: `service:${service.id}`, kind: 'feeds' })),
  }))

const servicesIn = ({ services, environments, texts }: Joined): readonly Part[] =>
  services.map(({ id, environmentId, releaseId, state, address }) => {
    const environment = environments.find((each) => each.id === environmentId)?.name ?? environmentId
    const styles = servesIn(texts.get(releaseId) ?? '')
    return {
      nodes: [
        node('service', id, environment, state),
        ...styles.map((style) =>
          node('endpoint', `${id}/${style}`, address === null ? style : `${style}, at ${address}`),
        ),
      ],
      edges: styles.map((style) => ({ from: `service:${id}`, to: `endpoint:${id}/${style}`, kind: 'serves' })),
    }
  })

const routesIn = ({ routes, services }: Joined): readonly Part[] =>
  routes.map(({ id, host, prefix, style, weight, deploymentId, environmentId }) => {
    const leads = services.filter((each) =>
      deploymentId === null
        ? each.environmentId === environmentId && each.state !== 'rolling'
        : each.id === deploymentId,
    )
    return {
      nodes: [node('route', id, `${style} at ${host}${prefix}${weight === null ? '' : `, weight ${weight}`}`)],
      edges: leads.map((each) => ({ from: `endpoint:${each.id}/${style}`, to: `route:${id}`, kind: 'routes' })),
    }
  })

const peopleIn = ({ services, keys }: Joined): readonly Part[] => {
  const people = [...new Set([...services.map(({ requestedBy }) => requestedBy), ...keys.map(({ madeBy }) => madeBy)])]
  return [
    ...people.map((id): Part => ({ nodes: [node('person', id, id)], edges: [] })),
    ...keys.map(
      ({ id, name, madeBy, state }): Part => ({
        nodes: [node('key', id, name, state)],
        edges: [{ from: `key:${id}`, to: `person:${madeBy}`, kind: 'actsFor' }],
      }),
    ),
    {
      nodes: [],
      edges: services.map(({ id, requestedBy }) => ({
        from: `person:${requestedBy}`,
        to: `service:${id}`,
        kind: 'asked',
      })),
    },
  ]
}

const webhooksIn = ({ webhooks, services }: Joined): readonly Part[] =>
  webhooks.map(({ id, url, state, entities }) => ({
    nodes: [node('webhook', id, url, state)],
    edges: entities.includes('Deployment')
      ? services.map((each) => ({ from: `service:${each.id}`, to: `webhook:${id}`, kind: 'tells' }))
      : [],
  }))
