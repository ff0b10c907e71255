/** The German words of the issues of a dataset. */
import type { Translation } from "../words.ts"

export default {
  title: "Issues",
  filters: "Filter",
  issue: "Issue",
  place: "Stelle",
  sample: "Sample",
  status: "Status",
  by: "Erstellt von",
  anybody: "Allen",
  contains: "Text enthält",
  replies: "Antworten",
  changed: "Geändert",
  statuses: { open: "Offen", closed: "Geschlossen", all: "Alle" },
  none: "Noch keine Issues.",
  noMatch: "Kein Issue entspricht den Filtern.",
  lead: "{{place}}: in {{sample}} anzeigen",
  places: {
    point: "Punkt",
    object: "Objekt",
    attribute: "Attribut",
    sample: "Sample",
    frame: "{{place}}, Frame {{frame}}",
  },
} satisfies Translation<"issues">
