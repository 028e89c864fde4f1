import type { NewsletterCategory } from '#contract/newsletters/newsletters.ts'

export type Story = { title: string; text: string }

/** Stories of the demo publisher's sample issues, a few in each category. */
export const stories: Record<NewsletterCategory, readonly Story[]> = {
  sme: [
    {
      title: 'Rozpočet prešiel o\u00a0dva hlasy. Čo v\u00a0ňom napokon zostalo',
      text: 'Poslanci rokovali do druhej v\u00a0noci. Vybrali sme päť položiek, ktoré pocítia rodiny, obce a\u00a0nemocnice už v\u00a0januári.',
    },
    {
      title: 'Vlak z\u00a0Košíc príde o\u00a0tridsať minút skôr',
      text: 'Po štyroch rokoch sa skončila oprava trate pod Tatrami. Nový cestovný poriadok platí od druhej decembrovej nedele.',
    },
    {
      title: 'Prečo tento rok dozreli jablká o\u00a0tri týždne skôr',
      text: 'Sadári rátajú škody po aprílovom mraze a\u00a0vedci vysvetľujú, ako sa posúva jar. S\u00a0mapou podľa okresov.',
    },
  ],
  my: [
    {
      title: 'Most bude zavretý do jari, obchádzka vedie cez tri dediny',
      text: 'Autobusy jazdia podľa náhradného poriadku, zastávky sa presúvajú o\u00a0sto metrov. Pripravili sme plánik.',
    },
    {
      title: 'Mesto hľadá meno pre novú škôlku',
      text: 'Návrhy môžete posielať do konca mesiaca. Zatiaľ vedú Včielka a\u00a0Pod lipou.',
    },
    {
      title: 'Kam cez víkend: trhy, výstava a\u00a0dve premiéry',
      text: 'Vybrali sme podujatia, na ktoré sa dostanete aj bez auta.',
    },
  ],
  korzar: [
    {
      title: 'Električka na sídlisko bude jazdiť aj v\u00a0noci',
      text: 'Mesto skúša nočnú linku do konca roka. Ak sa osvedčí, pribudnú ďalšie dve.',
    },
    {
      title: 'Lekáreň pri stanici otvorili po požiari',
      text: 'Pohotovostná služba sa vracia od pondelka, zatiaľ do desiatej večer.',
    },
    {
      title: 'Horskí záchranári varujú pred ľadom na chodníkoch',
      text: 'Nad dvetisíc metrov treba mačky. Ktoré túry sú teraz bezpečné?',
    },
  ],
  closer: [
    {
      title: 'Polievka, ktorú zvládnete za dvadsať minút',
      text: 'Tekvica, zázvor a\u00a0kokosové mlieko. Recept aj s\u00a0nákupným zoznamom.',
    },
    {
      title: 'Ako sa s\u00a0dospelým dieťaťom rozprávať o\u00a0peniazoch',
      text: 'Psychologička radí začať tým, čo si pamätáte z\u00a0vlastných dvadsiatich rokov.',
    },
    {
      title: 'Víkend v\u00a0Banskej Štiavnici bez zástupov',
      text: 'Tri prechádzky, dve kaviarne a\u00a0jedna vyhliadka, o\u00a0ktorej vedia len miestni.',
    },
  ],
  sportnet: [
    {
      title: 'Reprezentácia ide na kvalifikáciu s\u00a0troma nováčikmi',
      text: 'Tréner vysvetľuje, prečo dal prednosť mladým a\u00a0kto začne v\u00a0základnej zostave.',
    },
    {
      title: 'Derby rozhodol gól v\u00a0nadstavenom čase',
      text: 'Rozobrali sme kľúčovú akciu záber po zábere.',
    },
    {
      title: 'Program na víkend: čo sa oplatí vidieť',
      text: 'Futbal, hokej aj biatlon na jednom mieste, s\u00a0časmi a\u00a0televíznymi stanicami.',
    },
  ],
  spectator: [
    {
      title: 'Budget passes by two votes: what stayed in it',
      text: 'Five items that families, towns and hospitals will feel as early as January.',
    },
    {
      title: 'The train from Košice will arrive half an hour earlier',
      text: 'Four years of work on the line below the Tatras are over. The new timetable starts in December.',
    },
    {
      title: 'Foreigners’ police: appointments without the queue',
      text: 'A step-by-step guide to the new booking system, and what to bring with you.',
    },
  ],
}
