/** A language in Latin letters that a text is told by. */
export interface Language {
  readonly name: string
  /** Its short words and those that people begin with, without accents; some are English too, and weigh little. */
  readonly words: ReadonlySet<string>
  /** Letters that mark it, beside others that share them. */
  readonly letters: RegExp | null
  /** How its long words end, without accents. */
  readonly endings: RegExp | null
}

const language = (name: string, letters: RegExp | null, endings: RegExp | null, words: string): Language => ({
  name,
  letters,
  endings,
  words: new Set(words.trim().split(/\s+/)),
})

export const languages: readonly Language[] = [
  language(
    'German',
    /[äöüß]/i,
    /.{4}(?:ung|ungen|keit|keiten|schaft|schaften|lich|liche|lichen|isch|ische|enden|verwaltung|ieren|iert)$/,
    `der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ist sind war wird werden wurde hat haben hatte kann konnen soll sollen muss mussen darf durfen will wollen mochte mochten moechte
     wir ich sie er es ihr uns unser unsere unseren unserer mein meine meinen sein seine seinen ihre ihren sich mit ohne fur fuer von vom zu zum zur bei beim nach aus auf im am an um uber ueber unter vor wenn wann wer was wie wo
     welche welcher welches dass auch noch nur nur schon sehr jede jeder jedes jeden alle allen dann damit brauche brauchen gibt bitte sowie kunden kunde kundin mitglieder rechnungen rechnung bestellungen termine preis preise`,
  ),
  language(
    'Dutch',
    /ij|[ëï]/i,
    /.{4}(?:ingen|heid|heden|schap|lijk|lijke|atie|aties)$/,
    `de het een en of maar niet geen is zijn was wordt worden werd heeft hebben had kan kunnen moet moeten mag mogen wil willen wij we ik hij zij ze je jij jullie ons onze mijn hun haar zich met zonder voor van naar bij uit op in aan om
     over onder als wie wat hoe waar welke welk dat dit deze die ook nog alleen elke elk ieder iedere alle dan er te door tot graag nodig heb bijhouden klant klanten leden gebruikers beheren systeem gegevens facturen`,
  ),
  language(
    'French',
    /[éèêçœùûàâ]/i,
    /.{4}(?:ement|eurs|euse|euses|eaux|iques|ique|ations|ees)$/,
    `le la les l un une des du de d et ou mais ne pas est sont etait a ont avoir etre peut peuvent doit doivent veut veux voudrais je tu il elle nous vous ils elles on notre nos votre vos mon ma mes son sa ses leur leurs se avec sans
     pour par dans sur sous chez au aux entre si quand qui que quoi dont ou comment quel quelle chaque tout tous toute toutes aussi tres plus ce cette ces bonjour merci gerer gestion suivre client clients avons besoin faire livres eleves`,
  ),
  language(
    'Spanish',
    /[ñ¿¡áíóú]/i,
    /.{4}(?:ciones|cion|dades|dad|ientes|iento|mente|adores|ador)$/,
    `el la los las lo un una unos unas de del al y o e pero no es son era fue ser estar esta estan hay tiene tienen tener puede pueden debe deben quiero queremos necesito necesitamos yo tu el ella nosotros ellos me te se nos mi mis su sus nuestro
     nuestra nuestros con sin para por en sobre entre desde hasta si cuando quien que cual como donde cada todo todos toda todas tambien muy mas este esta estos gestionar sistema clientes usuarios pedidos facturas citas aplicacion llevar solo`,
  ),
  language(
    'Portuguese',
    /[ãõçâê]/i,
    /.{3}(?:coes|cao|dades|dade|mente|amento|amentos|ncia|ncias|eiro|eiros)$/,
    `o a os as um uma uns umas de do da dos das no na nos nas ao aos pelo pela e ou mas nao e sao era foi ser esta estao ha tem ter pode podem deve devem quero queremos preciso precisamos eu ele ela nos eles me se meu minha meus minhas seu sua
     seus nosso nossa nossos com sem para por em sobre entre ate se quando quem que qual como onde cada todo todos toda todas tambem muito mais este esta estes sistema clientes usuarios pedidos gerenciar aplicativo controlar marcar`,
  ),
  language(
    'Italian',
    /[àèìòù]/i,
    /.{4}(?:zione|zioni|mento|menti|tore|tori|ita|ienti|iente|are)$/,
    `il lo la i gli le l un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei nelle su sul sulla con per tra fra e o ma e sono era ha hanno avere essere puo possono deve devono voglio vorrei
     vorremmo bisogno io noi loro mi si ci mio mia miei suo sua suoi nostro nostra se quando chi che cosa quale come dove ogni tutto tutti tutte anche molto piu questo questa solo gestire sistema clienti utenti ordini prenotazioni abbiamo`,
  ),
  language(
    'Polish',
    /[ąćęłńśźż]/i,
    /.{3}(?:ami|ach|ow|osc|osci|nia|nie|ych|ego|emu)$/,
    `i w we z ze na do od po o u dla przez przed przy pod nad za bez oraz albo lub ale nie jest sa byl byc ma maja moze moga mozna musi chce chcemy potrzebuje potrzebujemy ja my on ona oni sie mnie nas nasz nasza naszej naszego moj moje swoje jego jej ich
     ktory ktora ktore ktorzy kto co jak gdzie kiedy gdy jesli czy kazdy kazda kazdego wszystkie tylko tez takze juz tym tego ten ta te to klienci klient platnosci aplikacja system zapisywac`,
  ),
  language(
    'Czech',
    /[ěřůčšžýáéíúďťň]/i,
    /.{3}(?:ani|eni|ost|osti|ych|eho|emu|aci|ich)$/,
    `a i v ve s se z ze na do od po o u k ke pro pri pred pod nad za bez nebo ale ne neni je jsou byl byt ma maji muze mohou musi chci chceme potrebuji potrebujeme ja my on ona oni si me nas nase naseho nasi muj moje svoje jeho jeji jejich ktery ktera ktere
     kteri kdo co jak kde kdy kdyz jestli kazdy kazda vsechny vsech jen pouze take uz tento tato toto ten to zakaznici zakaznik platby evidovat aplikaci`,
  ),
  language(
    'Slovak',
    /[ľĺŕôäčšžýťáéíúďň]/i,
    /.{3}(?:anie|enie|ost|osti|ych|eho|emu|ani)$/,
    `a i v vo s so z zo na do od po o u k ku pre pri pred pod nad za bez alebo ale nie je su bol byt ma maju moze mozu musi chcem chceme potrebujem potrebujeme ja my on ona oni sa si mna nas nasu nasej nase moj moje svoje jeho jej ich ktory ktora ktore
     ktori kto co ako kde kedy ked ci kazdy kazda vsetky vsetkych len iba tiez uz tento tato toto ten to zakaznici platby sledovat aplikaciu`,
  ),
  language(
    'Hungarian',
    /[őűáéíóöúü]/i,
    /.{4}(?:nak|nek|ban|ben|bol|rol|hoz|hez|val|vel|sag|seg|okat|eket|jait|jeit|asok|esek)$/,
    `a az egy es vagy de nem is van vannak volt lesz lehet kell tud tudjak akar szeretnek szeretnenk szukseg szuksegunk en mi nekem nekunk sajat minden minden aki ami amely hogy ha mikor hol mit mennyi csak meg mar ezt azt ez ezek szamara kell latja latjak
     ugyfelek rendszer rendszert alkalmazas alkalmazast nyilvantartas valamint kivanok tobb kozott`,
  ),
  language(
    'Romanian',
    /[ăâîșşțţ]/i,
    /.{3}(?:ului|elor|ilor|area|atie|atii|tiei|uri|urile|irea)$/,
    `un o niste de la din pe in cu fara pentru prin despre intre si sau dar nu este sunt era are au avea poate pot trebuie vreau vrem dorim doresc nevoie eu noi el ea ei se ma ne imi meu mea mei sau sa nostru noastra care cine ce cum unde cand daca fiecare
     toate toti tot doar numai foarte mai acest aceasta al ale lui lor clienti clientii masa aplicatie evidenta gestionez`,
  ),
  language(
    'Swedish',
    /[åäö]/i,
    /.{4}(?:arna|erna|orna|ningar|ning|het|heter|skap|are|ande)$/,
    `en ett och eller men inte ingen ar var blir har hade kan ska skall maste vill behover jag vi han hon de ni oss var vart vara min mitt mina sin sitt sina sig med utan for fran till hos pa i av om under over nar vem vad hur dar vilken vilket vilka att
     som det den dessa detta ocksa bara varje alla da mycket mer kunder medlemmar halla koll bocker skulle`,
  ),
  language(
    'Danish',
    /[æøå]/i,
    /.{4}(?:erne|ninger|ning|hed|heder|skab|ende|else|elser)$/,
    `en et og eller men ikke ingen er var bliver har havde kan skal ma vil behover jeg vi han hun de i os vores min mit mine sin sit sine sig med uden for fra til hos pa i af om under over nar hvem hvad hvordan hvor hvilken hvilket hvilke at som det den disse
     dette ogsa kun hver alle meget mere bruge brug kunder medlemmer boger kunne blive lanes afleveres`,
  ),
  language(
    'Norwegian',
    /[æøå]/i,
    /.{4}(?:ene|ninger|ning|het|heter|skap|ende|else|elser)$/,
    `en et ei og eller men ikke ingen er var blir har hadde kan skal ma vil trenger jeg vi han hun de dere oss vare vart min mitt mine sin sitt sine seg med uten for fra til hos pa i av om under over nar hvem hva hvordan hvor hvilken hvilket hvilke at som det den
     disse dette ogsa bare kun hver alle mye mer bruke kunder medlemmer boker skulle holde oversikt noen pamelding deltakere betaling`,
  ),
  language(
    'Finnish',
    /[äö]/i,
    /.{3}(?:ssa|sta|lla|lta|lle|ksi|jen|ien|iden|oita|eita|jarjestelma|jarjestelman|ani|ittain|amme)$/,
    `ja tai mutta ei en on ovat oli ole voi voivat pitaa haluan haluamme tarvitsen tarvitsemme mina me han he se ne minun meidan oma omat oman omia joka jotka jossa kuka mika mita miten missa milloin kun jos etta myos vain joka jokainen kaikki kanssa ilman tama
     nama siita seurata asiakkaat asiakas jasenet jasenia varaukset hallita varten`,
  ),
  language(
    'Turkish',
    /[ğışİçöü]/,
    /.{3}(?:lar|ler|lari|leri|larin|lerin|mak|mek|abilir|ebilir|iyor|iyoruz|mali|mesi|masi)$/,
    `ve veya ile icin ama degil var yok bir bu su o ben biz onlar benim bizim kendi her tum tek cok daha da de ki mi ne kim nasil nerede hangi gibi kadar sonra once olarak olan olsun istiyorum istiyoruz lazim gerekiyor gerek musteri musteriler uygulama sistem
     randevu alir eder yapar verir gormek takip siparis siparisler ekler`,
  ),
  language(
    'Croatian',
    /[čćđšž]/i,
    /.{3}(?:anje|enje|anja|enja|ost|osti|ama|ima|nici|acija|acije|acijama)$/,
    `i u s sa na do od po o k za iz bez ili ali ne nije je su bio biti ima imaju moze mogu treba trebam trebamo mora zelim zelimo ja mi on ona oni se nas nasa nase naseg moj moja moje svoje njegov njihov njihovim koji koja koje tko sto kako gdje kada kad ako svaki
     svaka svi sve samo takodjer vec taj ovaj to clanovi clanovima klijenti voditi aplikacija sustav rezervacije evidencija njihovih njihova`,
  ),
  language(
    'Indonesian',
    null,
    /^(?:pe[nm]|me[nm]|ber|ke).{4,}(?:an|kan|i)$|.{4}(?:kan|nya)$/,
    `yang dan atau di ke dari untuk dengan tanpa pada oleh dalam adalah ada tidak bukan bisa dapat harus ingin mau perlu saya kami kita dia mereka anda ini itu setiap semua juga hanya sudah belum akan siapa apa bagaimana kapan jika para sebuah satu banyak
     buku toko pelanggan pesanan sistem aplikasi membuat mencatat data pengguna karyawan`,
  ),
  language(
    'Vietnamese',
    /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i,
    null,
    `toi chung ta muon can mot cac nhung va hoac voi cho cua trong ngoai tren duoi la co khong duoc phai se da dang nay do ai gi nao khi neu moi tat ca chi cung rat quan ly khach hang don sach phan mem he thong ung dung benh nhan dat lich kham phong`,
  ),
  language(
    'Catalan',
    /[àçèòïü]|l·l/i,
    /.{4}(?:cions|cio|ment|itat|itats)$/,
    `el la els les l un una uns unes de del dels d al als i o pero no es son amb sense per en entre que qui com quan on cada tot tots tota totes nostre nostra nostres meu meva seu seva vull volem necessito necessitem tenim te tenen pot poden ha han aplicacio llibres`,
  ),
  language(
    'Slovenian',
    /[čšž]/i,
    /.{4}(?:anje|enje|anja|enja|ostjo|osti|ami|ega|emu)$/,
    `in je so za na v iz do od pri po z s ali pa ne ni ki kdo kaj kako kje kdaj ce vsak vsaka vsi vse samo tudi se jaz mi nas nasa naso nase moj moja svoje njihov ima imajo lahko mora potrebujem potrebujemo zelim zelimo sistem clani stranke`,
  ),
  language(
    'Estonian',
    /[õäöü]/i,
    /.{4}(?:tud|mine|mist|dele|test|des|sse|ga)$/,
    `ja voi aga ei on oli olema kes mis kus millal kuidas kui et ka ainult koik iga oma minu meie nende ma me ta nad saab saavad peab vaja vajame tahan tahame jaoks koos ilma soovin soovime raamatud liikmed`,
  ),
  language(
    'Lithuanian',
    /[ąčęėįšųūž]/i,
    /.{4}(?:ams|ais|ais|imas|imai|omis|emis|iai|ius)$/,
    `ir arba bet ne yra buvo su be i is uz prie po per kas kur kada kaip jei kad tik taip pat visi kiekvienas mano musu savo jo ju mes as jis jie gali turi reikia mums noriu norime sistemos sistema`,
  ),
  language(
    'Latvian',
    /[āčēģīķļņšūž]/i,
    /.{4}(?:iem|anas|sanas|ajiem|umu|ibas)$/,
    `un vai bet ne ir bija ar bez no uz pie par kas kur kad ka ja tikai ari visi katrs mans musu savu vina vinu mes es vins vini var jabut vajag vajadzetu velos velamies sistema`,
  ),
  language(
    'Tagalog',
    null,
    null,
    `ang ng mga sa na at ay ko mo namin natin kami tayo sila siya ito iyan para may mayroon wala hindi kung kapag gusto kailangan lahat bawat lang din rin kanilang aming ating`,
  ),
  language(
    'Swahili',
    null,
    null,
    `na ya wa za la cha kwa katika ni si au lakini kila wote yote hii hiyo wenye yenye tunahitaji nataka tunataka ninahitaji mfumo wetu yetu zetu wangu yangu kitabu vitabu wanachama wateja`,
  ),
  language(
    'Latin',
    null,
    /.{3}(?:orum|arum|ibus|amus|atur|ntur|mus|unt)$/,
    `et in est sunt cum de ex ab sed quod quae qui quam quas quis nec aut atque vel ut si haec ille ipsum lorem dolor sit amet consectetur adipiscing elit eiusmod tempor omnia omnis unam tres partes divisa esse erat fuit enim autem sic nos vos`,
  ),
]

/** `möchte` and `mochte` are one, as people type them. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁ]/g, 'l')
    .replace(/[øØ]/g, 'o')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[đĐ]/g, 'd')
    .replace(/[ıİ]/g, 'i')
    .replace(/ß/g, 'ss')
