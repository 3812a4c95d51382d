import type { Command, ListedCommand } from './command.ts'
import { aligned, type Style } from './terminal.ts'

export const overview = (commands: readonly ListedCommand[], style: Style): readonly string[] => [
  `${style.strong('charter')}: from one reviewed document to a governed API`,
  '',
  ...aligned(commands.map(({ name, summary }) => [`  ${style.strong(name)}`, summary])),
  '',
  'charter <command> --help tells more, with examples.',
  'Exit codes: 0 fine, 1 findings, 2 usage, 3 environment.',
]

export const helpOf = (
  { name, summary, usage, options, examples, subcommands = [] }: Command,
  style: Style,
): readonly string[] => [
  `${style.strong(`charter ${name}`)} ${usage}`,
  '',
  summary,
  ...(Object.keys(options).length === 0
    ? []
    : [
        '',
        ...aligned(
          Object.entries(options).map(([option, { short, type, value, description }]) => [
            `  ${short ? `-${short}, ` : '    '}--${option}${type === 'string' ? ` <${value ?? option}>` : ''}`,
            description,
          ]),
        ),
      ]),
  ...(subcommands.length === 0
    ? []
    : [
        '',
        ...aligned(subcommands.map((each) => [`  ${each.name}`, each.summary])),
        '',
        `charter ${name} <word> --help tells more of each.`,
      ]),
  '',
  'Examples',
  ...examples.map((example) => `  ${example}`),
]
