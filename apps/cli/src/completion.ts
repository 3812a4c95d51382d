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
${commands.map(({ name, options }) => `    ${name}) options="${optionsOf(options)}" ;;`).join('\n')}
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
  .flatMap(({ name, summary, options }) => [
    `complete -c charter -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...Object.entries(options).map(
      ([option, { short, type, description }]) =>
        `complete -c charter -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${option}${short ? ` -s ${short}` : ''}${type === 'string' ? ' -r' : ''} -d ${quoted(description)}`,
    ),
  ])
  .join('\n')}
`,
}

const namesOf = (commands: readonly Command[]): string => commands.map(({ name }) => name).join(' ')

const optionsOf = (options: Command['options']): string =>
  Object.entries(options)
    .flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])])
    .join(' ')

const zshCase = ({ name, options }: Command): string => {
  const declared = Object.entries(options).map(([option, { type, description }]) =>
    quoted(
      `--${option}${type === 'string' ? '=' : ''}[${description.replaceAll(/[[\]:]/g, ' ')}]${type === 'string' ? ': :_files' : ''}`,
    ),
  )
  return `    ${name}) _arguments ${[...declared, `'*: :_files'`].join(' ')} ;;`
}

/** A word of sh and fish, whatever it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
