import { render } from 'preact'
import { Shell } from './shell/shell.tsx'
import { readCompany } from './store/company.ts'

// The code of the first screen is asked for while the company is read.
void import('./board/board.tsx')
await readCompany()
const root = document.getElementById('app')
if (root) render(<Shell />, root)
