import type { Command } from './command.ts'

/** By shell: the script that completes `charter`. Words come from the commands' own declarations, so they cannot go stale. */
export const completionScripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: (commands) => `# bash completion for charter
_charter() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${namesOf(commands)} help" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map((command) => `    ${command.name}) options="${optionsOf(command)}"${bashWords(command)} ;;`).join('\n')}
    help) COMPREPLY=($(compgen -W "${namesOf(commands)}" -- "$current")); return ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options --help" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _charter charter
`,
  zsh: (commands) => `#compdef charter
_charter() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "\${words[2]}" in
${commands.map(zshCase).join('\n')}
  esac
}
_charter "$@"
`,
  fish: (commands) =>
    `# fish completion for charter
${commands
  .flatMap((command) => [
    `complete -c charter -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...secondWords(command).map(
      (word) =>
        `complete -c charter -n ${quoted(`__fish_seen_subcommand_from ${command.name}`)} -f -a ${word} -d ${quoted(command.subcommands?.find(({ name }) => name.endsWith(` ${word}`))?.summary ?? '')}`,
    ),
    ...Object.entries(allOptions(command)).map(
      ([option, { short, type, description }]) =>
        `complete -c charter -n ${quoted(`__fish_seen_subcommand_from ${command.name}`)} -l ${option}${short ? ` -s ${short}` : ''}${type === 'string' ? ' -r' : ''} -d ${quoted(description)}`,
    ),
  ])
  .join('\n')}
`,
}

const namesOf = (commands: readonly Command[]): string => commands.map(({ name }) => name).join(' ')

/** Of a command of two words: those of all its second ones. */
const allOptions = ({ options, subcommands = [] }: Command): Command['options'] =>
  Object.assign({}, options, ...subcommands.map(allOptions))

const secondWords = ({ name, subcommands = [] }: Command): readonly string[] =>
  subcommands.map((each) => each.name.slice(name.length + 1))

const bashWords = (command: Command): string =>
  command.subcommands
    ? `; if [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=($(compgen -W "${secondWords(command).join(' ')}" -- "$current")); return; fi`
    : ''

const optionsOf = (command: Command): string =>
  Object.entries(allOptions(command))
    .flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])])
    .join(' ')

const zshCase = (command: Command): string => {
  const { name, subcommands } = command
  const declared = Object.entries(allOptions(command)).map(([option, { type, description }]) =>
    quoted(
      `--${option}${type === 'string' ? '=' : ''}[${description.replaceAll(/[[\]:]/g, ' ')}]${type === 'string' ? ': :_files' : ''}`,
    ),
  )
  const second = subcommands ? [quoted(`2: :(${secondWords(command).join(' ')})`)] : []
  return `    ${name}) _arguments ${[...second, ...declared, `'*: :_files'`].join(' ')} ;;`
}

/** A word of sh and fish, whatever it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
