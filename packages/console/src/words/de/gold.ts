/** German. */
import type { Translation } from "../words.ts"

export default {
  title: "Goldproben",
  explanation:
    "Goldproben sind Samples, deren richtiges Label bekannt ist. Sie werden unter die Arbeit gemischt, ohne dass jemand sie erkennt, und zeigen, wie gut sie ist.",
  rateZero: "Zurzeit bekommt niemand welche: Ihr Anteil ist 0\u00a0%.",
  rate: "{{rate}} der vergebenen Samples sind Goldproben. Eine Antwort besteht ab einer Übereinstimmung von {{least}}.",
  toSettings: "Anteil und Folgen ändern",
  people: "Ergebnisse der Personen",
  person: "Person",
  answers: "Antworten",
  passed: "Bestanden",
  share: "Anteil",
  limits: "95-%-Intervall",
  interval: "{{lower}} bis {{upper}}",
  meanAgreement: "Mittlere Übereinstimmung",
  notCompared: "Nicht verglichen",
  noPeople: "Noch hat niemand eine Goldprobe beantwortet.",
  samples: "Samples",
  firstPeople: "Ergebnisse der ersten {{count}} Personen",
  firstSamples: "Die ersten {{count}} Samples",
  sample: "Sample",
  madeBy: "Bekanntes Label von",
  noSamples: "Noch keine Goldproben. Öffnen Sie ein Sample ohne Label und wählen Sie „Bekanntes Label“.",
  showAnswers: "Antworten",
  answersTo: "Antworten zu {{sample}}",
  answersOf: "Antworten von {{person}}",
  deletedSample: "Gelöschtes Sample",
  close: "Schließen",
  agreement: "Übereinstimmung",
  result: "Ergebnis",
  results: {
    passed: "Bestanden",
    failed: "Nicht bestanden",
    notCompared: "Nicht verglichen",
    outdated: "Veraltet: Das bekannte Label wurde ersetzt",
  },
  skipped: "Übersprungen",
  comment: "Kommentar",
  answeredAt: "Wann",
  noPersonAnswers: "{{person}} hat keine Antworten zu Goldproben.",
  noAnswers: "Noch hat niemand diese Goldprobe beantwortet.",
  knownLabel: "Bekanntes Label",
  isGold: "Dies ist eine Goldprobe. Nur Manager sehen ihr bekanntes Label.",
  notGold:
    "Zeichnen Sie das richtige Label. Mit dem Speichern wird dies eine Goldprobe, wenn noch niemand daran begonnen hat.",
  cannotDraw: "Das bekannte Label kann hier nicht geändert werden.",
  notDrawn:
    "Bekannte Labels mit Bitmaps und segmentierten Punkten werden hier nicht gezeichnet. Senden Sie sie über die API.",
  save: "Bekanntes Label speichern",
  changedMeanwhile:
    "Jemand anders hat das bekannte Label dieses Samples inzwischen geändert. Nichts ist gespeichert: Laden Sie die Seite neu, um den jetzigen Stand zu sehen.",
  remove: "Zurück in die Warteschlange",
  removeTitle: "Dieses Sample zurück in die Warteschlange geben?",
  removeText:
    "Das bekannte Label und die Antworten werden gelöscht. Bisherige Ergebnisse bleiben in den Zahlen der Personen.",
} satisfies Translation<"gold">
