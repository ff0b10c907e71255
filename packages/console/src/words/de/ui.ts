/** The German words of components that many pages share. */
import type { Translation } from "../words.ts"
import { roles } from "./parts/roles.ts"

export default {
  cancel: "Abbrechen",
  copy: "Kopieren",
  copied: "Kopiert",
  loading: "Lädt",
  secretOnce: "Dies wird nur jetzt gezeigt. Kopieren Sie es an einen sicheren Ort.",
  secretStored: "Ich habe es gespeichert",
  more: "Mehr zeigen",
  roles,
  done: "Fertig",
  markdown: {
    load: "Bild von {{host}} laden",
    loadNamed: "Bild „{{alt}}“ von {{host}} laden",
    imageFailed:
      "Das Bild {{url}} konnte nicht geladen werden: Es fehlt, oder der Server dieser Konsole erlaubt seine Adresse nicht.",
    long: "Der Text ist zu lang, um formatiert zu werden.",
  },
  leave: {
    title: "Ohne Speichern verlassen?",
    text: "Ihre Änderungen sind nicht gespeichert.",
    stay: "Bleiben",
    leave: "Verlassen",
  },
} satisfies Translation<"ui">
