/** The German words of components that many pages share. */
import type { Translation } from "../words.ts"
import { roles } from "./parts/roles.ts"

export default {
  cancel: "Abbrechen",
  copy: "Kopieren",
  copied: "Kopiert",
  loading: "Lädt",
  secretOnce: "Dies wird nur jetzt angezeigt. Kopieren Sie es und bewahren Sie es sicher auf.",
  secretStored: "Ich habe es gespeichert",
  more: "Mehr anzeigen",
  roles,
  done: "Fertig",
  markdown: {
    load: "Bild von {{host}} laden",
    loadNamed: "Bild „{{alt}}“ von {{host}} laden",
    imageFailed:
      "Das Bild {{url}} konnte nicht geladen werden: Es existiert nicht, oder dieser Server erlaubt seine Adresse nicht.",
    long: "Dieser Text ist zu lang, um formatiert zu werden.",
  },
  leave: {
    title: "Ohne Speichern verlassen?",
    text: "Ihre Änderungen gehen verloren.",
    stay: "Bleiben",
    leave: "Verlassen",
  },
} satisfies Translation<"ui">
