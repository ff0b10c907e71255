/** The German words of the area "datasets". */
import type { Translation } from "../words.ts"

export default {
  title: "Datensätze",
  empty: "Sie haben noch keine Datensätze, und niemand teilt einen mit Ihnen.",
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
  roles: {
    public: "Öffentlich",
    labeler: "Labeler",
    reviewer: "Prüfer",
    manager: "Manager",
    admin: "Admin",
    owner: "Eigentümer",
  },
} satisfies Translation<"datasets">
