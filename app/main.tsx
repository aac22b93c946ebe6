import { render } from 'preact'
import { Shell } from './shell/shell.tsx'
import { readCompany } from './store/company.ts'

// The code of the first screen is asked for while the company is read.
void import('./board/board.tsx')
const root = document.getElementById('app')
if (root) {
  const problem = await readCompany().then(
    () => undefined,
    error => String(error?.message ?? error),
  )
  render(problem === undefined ? <Shell /> : <NotStarted problem={problem} />, root)
  if (problem === undefined) void import('./activities/reminders.ts').then(({ watchReminders }) => watchReminders())
}

function NotStarted({ problem }: { problem: string }) {
  return (
    <main class="told">
      <h1>Portico could not be opened</h1>
      <p>{problem}.</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  )
}
