/** The words of the labels of several people, between which a reviewer decides, in German. */
import type { adjudication as english } from "../../en/parts/adjudication.ts"

export const adjudication = {
  title_one: "Label von {{count}} Person",
  title_other: "Labels von {{count}} Personen",
  hint: "Nehmen Sie eines der Labels an, unverändert oder mit Ihren Änderungen. Speichern und Ablehnen gibt es bei diesen Samples nicht.",
  objects_one: "{{count}} Objekt",
  objects_other: "{{count}} Objekte",
  skipped: "Übersprungen",
  skippedHint: "Diese Person hat das Sample übersprungen. Bearbeiten Sie das Label, um es anzunehmen.",
  edited: "bearbeitet",
  agreement: "Übereinstimmung {{percent}}",
  pair: "{{first}}–{{second}} {{percent}}",
  notCompared: "Diese Labels wurden nicht verglichen.",
  comparing: "Die Labels werden verglichen …",
  overlay: "Alle Labels übereinander",
  onlyDifferences: "Nur Unterschiede",
  previousDifference: "Vorheriger",
  nextDifference: "Nächster",
  differences_one: "{{count}} Unterschied",
  differences_other: "{{count}} Unterschiede",
  place: "Unterschied {{place}} von {{count}}",
  noDifference: "Die Labels haben dieselben Objekte.",
  missing: "nicht gelabelt",
} as const satisfies { readonly [Key in keyof typeof english]: string }
