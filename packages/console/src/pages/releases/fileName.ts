/** The name under which the file of a release is saved: safe in a shell and in every file system. */
export const formatFileName = ({ dataset }: { readonly dataset: string }, release: string): string =>
  `${dataset}-${release}`.replace(/[^\w.-]+/g, "_").concat(".json")
