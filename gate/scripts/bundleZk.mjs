// Builds the browser part of provider "zk" into dist/zk-page.js: the vendor's SDK without what a page does not need.
import { build } from 'esbuild'

/** Proving, the chain and the registry: the server's business. */
const LEFT_OUT = ['@aztec/bb.js', '@aztec/bb.js-v4', 'viem', '@zkpassport/registry']

const leaveOut = {
  name: 'leave-out',
  setup(bundle) {
    bundle.onResolve({ filter: /^[@\w]/ }, ({ path }) =>
      LEFT_OUT.some(name => path === name || path.startsWith(`${name}/`)) ? { path, namespace: 'left-out' } : undefined,
    )
    bundle.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {}', loader: 'js' }))
  },
}

const { metafile } = await build({
  entryPoints: [new URL('../zk-page/zkPage.ts', import.meta.url).pathname],
  outfile: new URL('../dist/zk-page.js', import.meta.url).pathname,
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  // The licences of what is inside stay inside.
  legalComments: 'eof',
  define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
  plugins: [leaveOut],
  metafile: true,
  logLevel: 'warning',
})
for (const [file, { bytes }] of Object.entries(metafile.outputs)) console.log(`${file} ${Math.round(bytes / 1024)} kB`)
