/**
 * Packages are packed without the export condition `annotary-source`, by which the workspace imports their sources, and
 * `annotary-bundle`, the bundle for Node.js, becomes `node`: in the workspace it is only built when a package is packed or measured.
 */
const published = (target) => {
  if (typeof target !== "object" || target === null) return target
  return Object.fromEntries(
    Object.entries(target).flatMap(([key, value]) =>
      key === "annotary-source" ? [] : [[key === "annotary-bundle" ? "node" : key, published(value)]],
    ),
  )
}

export const hooks = {
  beforePacking: (manifest) => ({ ...manifest, exports: published(manifest.exports) }),
}
