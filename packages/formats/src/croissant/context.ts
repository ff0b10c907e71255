/** The `@context` of Croissant 1.1: the terms of its vocabulary beside those of schema.org. */

const terms = (
  "arrayShape citeAs column containedIn equivalentProperty extract field fileProperty fileObject fileSet format includes isArray isLiveDataset " +
  "jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate separator source subField transform"
).split(" ")

export const context: Readonly<Record<string, unknown>> = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  conformsTo: "dct:conformsTo",
  cr: "http://mlcommons.org/croissant/",
  rai: "http://mlcommons.org/croissant/RAI/",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  description: { "@container": "@language" },
  examples: { "@id": "cr:examples", "@type": "@json" },
  name: { "@container": "@language" },
  sc: "https://schema.org/",
  ...Object.fromEntries(terms.map((term) => [term, `cr:${term}`])),
}
