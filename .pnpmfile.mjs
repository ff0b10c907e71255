/**
 * Packages are packed without the export condition `annotary-source`, by which the workspace imports their sources: their
 * `exports` stand once, in package.json.
 */
const published = (target) => {
  if (typeof target !== "object" || target === null) return target
  return Object.fromEntries(
    Object.entries(target).flatMap(([key, value]) =>
      key === "annotary-source" ? [] : [[key, published(value)]],
    ),
  )
}

export const hooks = {
  beforePacking: (manifest) => ({ ...manifest, exports: published(manifest.exports) }),
}
