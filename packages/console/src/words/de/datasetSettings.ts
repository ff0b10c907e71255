/** The German words of the settings of a dataset. */
import type { Translation } from "../words.ts"
import { roles } from "./parts/roles.ts"
import { ruleNames } from "./parts/rules.ts"

export default {
  title: "Einstellungen",
  nothing:
    "Sie können hier nichts ändern. Nur Manager und Admins des Datensatzes können seine Einstellungen ändern.",
  views: {
    general: "Allgemein",
    workflow: "Arbeitsablauf",
    guide: "Anleitung",
    people: "Personen",
    danger: "Archivieren und löschen",
  },
  cancel: "Abbrechen",
  save: "Speichern",
  saved: "Einstellungen gespeichert.",
  unsaved: "Sie haben ungespeicherte Änderungen.",
  about: "Über den Datensatz",
  nameHint: "Teil der Adresse des Datensatzes. Links mit dem alten Namen funktionieren dann nicht mehr.",
  taskTypeHint: "Lässt sich nur ändern, solange nichts gelabelt ist.",
  readme: "Readme",
  readmeView: "Readme-Ansicht",
  readmeHint: "Markdown. HTML wird entfernt.",
  write: "Schreiben",
  preview: "Vorschau",
  noReadme: "Noch kein Readme.",
  guide: {
    title: "Labelanleitung",
    view: "Ansicht der Anleitung",
    hint: "Markdown, neben der Arbeit zu sehen. Nach einer Änderung werden alle gebeten, sie neu zu lesen.",
    none: "Noch keine Labelanleitung.",
    addPicture: "Bild hinzufügen",
    pictureFailed: "Das Bild konnte nicht hochgeladen werden: {{reason}}",
    readers: "Wer diese Fassung gelesen hat",
    noReaders: "Noch keine Mitarbeitenden.",
    readAt: "Gelesen",
    notRead: "Noch nicht",
  },
  inactivity: "Inaktiv nach (Sekunden)",
  inactivityHint: "Zeit ohne jede Eingabe zählt nicht als Arbeitszeit.",
  timeZone: "Zeitzone",
  timeZoneHint: "Tagesstatistiken verwenden die Tage dieser Zeitzone.",
  dailyGoal: "Tagesziel",
  dailyGoalHint:
    "Samples, die jede Person an einem Tag erledigen soll. Die Workbench zeigt den Fortschritt. 0: kein Ziel.",
  overlap: "Personen, die jedes neue Sample labeln",
  overlapHint:
    "Von 1 bis 10. Bei mehr als einer sieht niemand die Labels der anderen, und jemand mit Prüfrecht entscheidet zwischen ihnen. Vorhandene Samples behalten ihre Zahl.",
  decision: {
    title: "Entscheidung zwischen den Labels mehrerer Personen",
    overlap_decision: "Wenn das letzte Label eines Samples da ist",
    review: "Auf eine Prüfung warten",
    merge: "Labels zusammenführen, die übereinstimmen",
    one_more: "Zusammenführen, was übereinstimmt, sonst eine weitere Person fragen",
    overlap_threshold: "Mindeste Übereinstimmung für das Zusammenführen",
    thresholdHint: "Von 0 bis 100 %. Labels, die weniger übereinstimmen, werden nicht zusammengeführt.",
    overlap_maximum: "Höchste Zahl der Labels eines Samples",
    maximumHint: "Mit so vielen Labels, die nicht übereinstimmen, wartet das Sample auf eine Prüfung.",
  },
  submitChecks: "Vor dem Abgeben und Annehmen",
  submitChecksHint: "Was die Workbench tut, wenn sie eines davon in einem Label findet.",
  submitCheck: {
    on_missing_values: "Pflichtwerte fehlen",
    on_empty_label: "Das Label enthält keine Objekte",
    on_open_issues: "Das Sample hat offene Issues",
    on_warnings: "Es gibt andere Warnungen",
  },
  submitPolicy: {
    warn: "Nur anzeigen",
    question: "Vor dem Abgeben fragen",
    refuse: "Label nicht annehmen",
  },
  rejectOn: "Warnungen, die ein Label blockieren",
  rejectOnHint:
    "Ein Label mit einer dieser Warnungen lässt sich nicht speichern. Alle anderen Warnungen werden angezeigt, blockieren aber nicht.",
  rules: ruleNames,
  conflict: {
    title: "Jemand anderes hat diese Einstellungen geändert",
    text: "Ihre Änderungen sind noch nicht gespeichert. Wählen Sie, welche Werte gelten sollen.",
    on: "an",
    off: "aus",
    none: "keine",
    theirs: "Aktuell: {{value}}",
    keepMine: "Meine speichern",
    takeTheirs: "Andere übernehmen",
  },
  roles,
  people: {
    title: "Mitwirkende",
    none: "Noch keine Mitwirkenden. Nur {{owner}} arbeitet an diesem Datensatz.",
    person: "Person",
    role: "Rolle",
    roleOf: "Rolle von {{name}}",
    actions: "Aktionen",
    remove: "Entfernen",
    removeOf: "{{name}} entfernen",
    removeTitle: "{{name}} entfernen",
    removeText:
      "{{name}} verliert den Zugriff, und übernommene Samples kehren in die Warteschlange zurück. Erledigte Arbeit bleibt erhalten.",
    username: "Benutzername",
    add: "Person hinzufügen",
    unknown:
      "Es gibt kein Konto mit dem Namen „{{name}}“. Für Personen ohne Konto erstellen Sie einen Einladungslink.",
  },
  typeName: "Geben Sie zur Bestätigung „{{name}}“ ein",
  archive: {
    title: "Datensatz archivieren",
    text: "Ein archivierter Datensatz kann angesehen und exportiert, aber nicht geändert oder gelabelt werden.",
    confirm:
      "{{name}} wird schreibgeschützt, und offene Claims enden. Sie können ihn jederzeit aus dem Archiv holen.",
    action: "Archivieren",
  },
  unarchive: {
    title: "Aus dem Archiv holen",
    text: "Der Datensatz kann wieder geändert und gelabelt werden.",
    confirm: "{{name}} kann wieder geändert und gelabelt werden.",
    action: "Aus dem Archiv holen",
  },
  transfer: {
    title: "Datensatz übertragen",
    text: "Eine Organisation wird Eigentümerin, und die Adresse ändert sich.",
    confirm:
      "Die Organisation wird Eigentümerin, und ihre Admins verwalten den Datensatz. Links mit der alten Adresse funktionieren dann nicht mehr.",
    nowhere: "Sie sind in keiner anderen Organisation Mitglied.",
    to: "Neuer Eigentümer",
    action: "Übertragen",
  },
  delete: {
    title: "Datensatz löschen",
    text: "Löscht alle Samples, Labels, Issues und Releases. Das lässt sich nicht rückgängig machen.",
    confirm_one:
      "{{number}} Sample und alle Labels, Issues und Releases werden gelöscht. Das lässt sich nicht rückgängig machen.",
    confirm_other:
      "{{number}} Samples und alle Labels, Issues und Releases werden gelöscht. Das lässt sich nicht rückgängig machen.",
    action: "Löschen",
  },
} satisfies Translation<"datasetSettings">
