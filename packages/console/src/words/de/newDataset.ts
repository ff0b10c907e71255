/** The German words of the page that creates a dataset. */
import type { Translation } from "../words.ts"

export default {
  title: "Neuer Datensatz",
  about: "Über den Datensatz",
  owner: "Eigentümer",
  ownerHint: "Sie oder eine Organisation, deren Admin Sie sind.",
  address: "Die Adresse des Datensatzes wird {{name}} sein.",
  nameMissing: "Geben Sie einen Namen ein.",
  chooseType: "Wählen Sie einen Aufgabentyp.",
  taken:
    "Dieser Name ist bereits vergeben. <open>{{name}} öffnen</open>, oder wählen Sie einen anderen Namen.",
  later:
    "Sie können all dies später in den Einstellungen ändern; den Aufgabentyp nur, solange nichts gelabelt ist.",
  create: "Datensatz anlegen",
  cancel: "Abbrechen",
} satisfies Translation<"newDataset">
