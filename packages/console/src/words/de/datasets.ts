/** The German words of the area "datasets". */
import type { Translation } from "../words.ts"
import { roles } from "./parts/roles.ts"

export default {
  title: "Datensätze",
  new: "Neuer Datensatz",
  noMatch: "Kein Datensatz entspricht diesen Filtern.",
  filters: {
    label: "Filter",
    q: "Name enthält",
    owner: "Eigentümer",
    anyRole: "Jede",
    clear: "Filter zurücksetzen",
  },
  empty: "Sie haben noch keine Datensätze, und es sind keine mit Ihnen geteilt.",
  emptyText: "Ein Datensatz enthält Samples, etwa Bilder, und ihre Labels.",
  emptyApi: "Oder legen Sie einen über die API an:",
  name: "Name",
  taskType: "Aufgabentyp",
  samples: "Samples",
  role: "Ihre Rolle",
  created: "Angelegt",
  queues: "Warteschlangen",
  label: "Labeln",
  labelIn: "In {{name}} labeln",
  review: "Prüfen",
  reviewIn: "In {{name}} prüfen",
  previous: "Zurück",
  next: "Weiter",
  roles: { public: "Öffentlich", ...roles, owner: "Eigentümer" },
} satisfies Translation<"datasets">
