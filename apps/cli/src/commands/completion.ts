import { type CommandBody, defineCommand, exitCodes, type ListedCommand, required, UsageError } from '../command.ts'
import { completionScripts } from '../completion.ts'

/** `commands` are what is completed: the whole list, this command among them. */
export const completionOf = (commands: readonly ListedCommand[]): CommandBody =>
  defineCommand({
    usage: '<bash, zsh or fish>',
    options: {},
    examples: [
      'charter completion bash > ~/.local/share/bash-completion/completions/charter',
      'charter completion zsh > ~/.zfunc/_charter',
      'charter completion fish > ~/.config/fish/completions/charter.fish',
    ],
    run: async (asked, terminal) => {
      const shell = required(asked, 0, 'The shell')
      const script = completionScripts[shell]
      if (!script)
        throw new UsageError(
          `There is no completion for "${shell}". One of: ${Object.keys(completionScripts).join(', ')}.`,
        )
      terminal.line(script(await Promise.all(commands.map((each) => each.load()))).trimEnd())
      return exitCodes.fine
    },
  })
