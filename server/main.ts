import { runCommand } from './commands/runCommand.ts'

await runCommand(process.argv)
