import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** Functions that make an error: what they are given to say is wording, not a decision. */
const ERRORS = new Set(['failure', 'wrong', 'wrongCycles', 'misplaced', 'configError', 'Error', 'configurationError'])

/** For `npm run mutants`: leaves the texts of errors alone. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'wording', {
    shouldIgnore({ node, parent }) {
      const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral'
      const isCall = parent?.type === 'CallExpression' || parent?.type === 'NewExpression'
      if (isText && isCall && ERRORS.has(parent.callee.name)) return 'the wording of an error'
    },
  }),
]
