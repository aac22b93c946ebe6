import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is installed to run it, from the lock file: as a CycloneDX list, and by licence for people. */
export function partsOf(root, version) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const parts = Object.entries(packages)
    .filter(([path, part]) => path.includes('node_modules/') && !part.link && !part.dev && !part.devOptional)
    .map(([path, part]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...part }))
    .sort((one, other) =>
      one.name < other.name ? -1 : one.name > other.name ? 1 : one.version < other.version ? -1 : 1,
    )
  const components = parts.map(({ name, version, license, integrity, optional }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: optional ? 'optional' : 'required',
    ...(license && { licenses: [{ expression: license }] }),
    ...(integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
  }))
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'portico', version } },
    components,
  }
  const byLicence = Map.groupBy ? Map.groupBy(parts, licenceOf) : grouped(parts)
  const licences = [...byLicence]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, of]) => `${licence}\n${of.map(({ name, version }) => `  ${name} ${version}`).join('\n')}\n`)
    .join('\n')
  return { sbom, licences }
}

function licenceOf({ license }) {
  return license ?? 'named in the package'
}

function grouped(parts) {
  const groups = new Map()
  for (const part of parts) groups.set(licenceOf(part), [...(groups.get(licenceOf(part)) ?? []), part])
  return groups
}

function hexOf(integrity) {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
}
