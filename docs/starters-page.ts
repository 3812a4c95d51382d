import type { Starter } from '@charter/project'

/** The gallery of starters, as Markdown. */
export const startersPage = (starters: readonly Starter[]): string =>
  [
    '# Starters',
    '',
    'Eight charters to start from, one an industry: entities, roles, rules with conditions, protection where a law asks for it, and rows.',
    'Start from the nearest and change it in words ([editing](editing.md)). Each serves REST, GraphQL, gRPC, SOAP and MCP, and every one',
    'is held to all scenarios of its charter.',
    '',
    '```sh',
    'mkdir hospital && cd hospital',
    'charter init --starter healthcare  # its charter, with its rows',
    'charter dev                        # served on made-up rows: each save is served at once',
    'charter start                      # its source, generated and running',
    '```',
    '',
    '| industry | entities | roles | protected |',
    '|---|---|---|---|',
    ...starters.map(
      ({ industry, charter }) =>
        `| [${industry}](#${industry}) | ${charter.entities.map(({ name }) => name).join(', ')} | ${charter.access.roles.join(', ')} | ${protectedOf(charter)} |`,
    ),
    ...starters.flatMap(section),
    '',
  ].join('\n')

const protectedOf = ({ entities }: Starter['charter']): string => {
  const fields = entities.flatMap(({ name, fields: all }) =>
    all.flatMap((field) => (field.protect === undefined ? [] : [`${name}.${field.name}`])),
  )
  return fields.length === 0 ? 'nothing' : fields.map((field) => `\`${field}\``).join(', ')
}

const section = ({ industry, forWhom, calls, charter }: Starter): readonly string[] => [
  '',
  `## ${industry.charAt(0).toUpperCase()}${industry.slice(1)}`,
  '',
  `**${charter.title}.** ${charter.description ?? ''} [Charter](../starters/${industry}/charter.yaml)`,
  '',
  forWhom,
  '',
  ...calls.map(({ method, target, body, as, status, sentence }) => {
    const call = [method, target, body].filter((part) => part !== null).join(' ')
    return `- \`${call}\` as \`${as}\`: ${status}. ${sentence}`
  }),
]
