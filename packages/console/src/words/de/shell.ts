/** The German words of the frame around every page. */
import type { Translation } from "../words.ts"

export default {
  skip: "Zum Inhalt springen",
  nav: {
    label: "Bereiche",
    datasets: "Datensätze",
    webhooks: "Webhooks",
    account: "Konto",
    admin: "Verwaltung",
    open: "Navigation öffnen",
    close: "Navigation schließen",
  },
  tabs: {
    label: "Datensatz",
    overview: "Übersicht",
    samples: "Samples",
    configuration: "Konfiguration",
    queue: "Warteschlange",
    issues: "Issues",
    releases: "Releases",
    imports: "Importe",
    exports: "Exporte",
    settings: "Einstellungen",
  },
  archived: "Dieser Datensatz ist archiviert: Er kann gelesen, aber nicht geändert werden.",
  signOut: "Abmelden",
  notFound: {
    title: "Nicht gefunden",
    text: "Unter dieser Adresse gibt es nichts, oder Sie dürfen es nicht sehen.",
    back: "Zur Startseite",
  },
  error: {
    title: "Die Seite kann nicht gezeigt werden",
    requestId: "Anfrage {{id}}",
    retry: "Erneut versuchen",
    retryIn_one: "In {{count}} Sekunde erneut versuchen",
    retryIn_other: "In {{count}} Sekunden erneut versuchen",
    unreachable: "Der Server antwortet nicht. Prüfen Sie Ihre Verbindung.",
    unknown: "In der Konsole ist ein Fehler aufgetreten. Laden Sie die Seite neu.",
  },
} satisfies Translation<"shell">
