/** The German words of the page that creates a dataset. */
import type { Translation } from "../words.ts"

export default {
  title: "Neuer Datensatz",
  about: "Über den Datensatz",
  owner: "Eigentümer",
  ownerHint: "Sie oder eine Organisation, deren Admin Sie sind.",
  address: "Seine Adresse ist {{name}}.",
  nameMissing: "Geben Sie einen Namen ein.",
  chooseType: "Wählen Sie einen Aufgabentyp.",
  taken: "Der Name ist vergeben. <open>{{name}} öffnen</open>, oder wählen Sie einen anderen Namen.",
  later:
    "All dies lässt sich später in den Einstellungen ändern, der Aufgabentyp nur, solange nichts gelabelt ist.",
  create: "Datensatz anlegen",
  cancel: "Abbrechen",
} satisfies Translation<"newDataset">
