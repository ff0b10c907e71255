/** `croissant.json`: metadata of an export in the vocabulary of Croissant 1.1, as JSON-LD. */
import { addToList } from "../files/listMaps.ts"
import { getEnding } from "../files/paths.ts"
import type { Dataset } from "../model/Dataset.ts"
import { context } from "./context.ts"
import type { WrittenFile } from "./logTarget.ts"
import { objectColumns, sampleColumns, tablePaths } from "./RecordTables.ts"

/** More files with one ending are described together. */
const maxFileObjects = 20

/** The name of the Merkle root of a release among identifiers: the type of the statement that signs it. */
const rootProperty = "urn:annotary:release-root:v1"

/** The same export gives the same text. `releaseRoot`: the Merkle root of the release that is exported, hex. */
export const printCroissant = (
  { categories, description, name }: Dataset,
  format: string,
  files: ReadonlyArray<WrittenFile>,
  releaseRoot?: string,
): string => {
  const document = {
    "@context": context,
    "@type": "sc:Dataset",
    name,
    description: description === "" ? `The dataset ${name}, exported as ${format}.` : description,
    conformsTo: "http://mlcommons.org/croissant/1.1",
    ...(releaseRoot !== undefined && {
      identifier: { "@type": "sc:PropertyValue", propertyID: rootProperty, value: releaseRoot },
    }),
    distribution: describeFiles(files),
    recordSet: [
      ...(categories.length > 0 ? [describeCategories(categories.map((category) => category.name))] : []),
      describeTable("samples", tablePaths.samples, sampleColumns, { key: { "@id": "samples/name" } }),
      describeTable("objects", tablePaths.objects, objectColumns, {}),
    ],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Tables of records, and few files of a kind, each with its digest; many files of a kind as one set. */
const describeFiles = (files: ReadonlyArray<WrittenFile>): ReadonlyArray<object> => {
  const byEnding = new Map<string, Array<WrittenFile>>()
  for (const file of files) {
    const ending = getEnding(file.path)
    if ((byEnding.get(ending)?.length ?? 0) <= maxFileObjects) addToList(byEnding, ending, file)
  }
  const tables = new Set<string>(Object.values(tablePaths))
  return [...byEnding].flatMap(([ending, own]) => {
    if (own.length <= maxFileObjects) return own.map(describeFile)
    const set = {
      "@type": "cr:FileSet",
      "@id": `files${ending}`,
      name: `files${ending}`,
      encodingFormat: findEncoding(ending),
      includes: `**/*${ending}`,
    }
    return [
      set,
      ...files.filter(({ path }) => tables.has(path) && getEnding(path) === ending).map(describeFile),
    ]
  })
}

const describeFile = ({ bytes, path, sha256 }: WrittenFile) => ({
  "@type": "cr:FileObject",
  "@id": path,
  name: path,
  contentUrl: path,
  contentSize: `${bytes} B`,
  encodingFormat: findEncoding(getEnding(path)),
  sha256,
})

const encodings: { readonly [ending: string]: string | undefined } = {
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".jsonl": "application/jsonlines",
  ".parquet": "application/x-parquet",
  ".png": "image/png",
  ".tsv": "text/tab-separated-values",
  ".txt": "text/plain",
  ".webp": "image/webp",
  ".xml": "text/xml",
  ".yaml": "application/yaml",
}

const findEncoding = (ending: string): string => encodings[ending] ?? "application/octet-stream"

const describeCategories = (names: ReadonlyArray<string>) => ({
  "@type": "cr:RecordSet",
  "@id": "categories",
  name: "categories",
  dataType: "sc:Enumeration",
  key: { "@id": "categories/name" },
  field: [{ "@type": "cr:Field", "@id": "categories/name", name: "name", dataType: "sc:Text" }],
  data: names.map((name) => ({ "categories/name": name })),
})

const dataTypes: { readonly [column: string]: string | undefined } = {
  frames: "sc:Integer",
  objects: "sc:Integer",
  frame: "sc:Integer",
  x_min: "sc:Float",
  y_min: "sc:Float",
  x_max: "sc:Float",
  y_max: "sc:Float",
}

/** Sets are texts that name no other record set. */
const references: { readonly [column: string]: string | undefined } = {
  sample: "samples/name",
}

const describeTable = (name: string, path: string, columns: ReadonlyArray<string>, more: object) => ({
  "@type": "cr:RecordSet",
  "@id": name,
  name,
  ...more,
  field: columns.map((column) => ({
    "@type": "cr:Field",
    "@id": `${name}/${column}`,
    name: column,
    dataType: dataTypes[column] ?? "sc:Text",
    source: { fileObject: { "@id": path }, extract: { column } },
    ...(references[column] !== undefined && { references: { field: { "@id": references[column] } } }),
  })),
})
