"""An article about a city, a tweet that mentions it, and another article, in every language.

Lines: code; the city; two sentences about it; the tweet; what the other article is about; a sentence about that.
`xx` is for languages that have no code of their own here, such as Breton.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """A tweet in a language, and two articles, the first of which it mentions."""

    title: str
    sentences: tuple[str, str]
    tweet: str
    other_title: str
    other_text: str


_LINES = """
af; Pretoria; Pretoria is die uitvoerende hoofstad van Suid-Afrika en lê aan die Apiesrivier.; 'n Groot universiteit staan in die ooste van die stad.; Mooi dag in #Pretoria!; Hond; Die hond is 'n mak soogdier wat saam met mense woon.
am; አዲስ አበባ; አዲስ አበባ የኢትዮጵያ ዋና ከተማ እና ትልቁ የንግድ ማዕከል ናት።; በከተማዋ ውስጥ ብዙ ሙዚየሞች ይገኛሉ።; ዛሬ አዲስ አበባ ደረስኩ; ውሻ; ውሻ ከሰው ጋር የሚኖር የቤት እንስሳ ነው።
ar; القاهرة; القاهرة عاصمة جمهورية مصر العربية وأكبر مدنها على ضفاف نهر النيل.; تأسست المدينة في القرن العاشر الميلادي.; صباح الخير يا القاهرة; كلب; الكلب حيوان أليف من الثدييات يعيش مع الإنسان.
az; Bakı; Bakı Azərbaycanın paytaxtı və Xəzər dənizi sahilində ən böyük şəhəridir.; Şəhərin qədim hissəsi İçərişəhər adlanır.; Bu gün Bakı çox gözəldir; İt; İt insanlarla birlikdə yaşayan ev heyvanıdır.
bg; София; София е столицата и най-големият град на България в подножието на Витоша.; Градът има богата история и много музеи.; Хубав ден в #София; Куче; Кучето е домашно животно, което живее с хората.
bn; ঢাকা; ঢাকা বাংলাদেশের রাজধানী এবং বুড়িগঙ্গা নদীর তীরে অবস্থিত বৃহত্তম শহর।; শহরটি মসজিদের নগরী নামে পরিচিত।; আজ ঢাকা শহরে বৃষ্টি; কুকুর; কুকুর মানুষের সঙ্গে বাস করা একটি গৃহপালিত প্রাণী।
bo; ལྷ་ས; ལྷ་ས་ནི་བོད་ཀྱི་རྒྱལ་ས་དང་གྲོང་ཁྱེར་ཆེན་པོ་ཞིག་ཡིན།; པོ་ཏ་ལའི་ཕོ་བྲང་གྲོང་ཁྱེར་དེའི་ནང་ཡོད།; དེ་རིང་ལྷ་ས་ལ་སླེབས; ཁྱི; ཁྱི་ནི་མི་དང་མཉམ་དུ་སྡོད་པའི་སེམས་ཅན་ཞིག་ཡིན།
ca; Barcelona; Barcelona és la capital de Catalunya i una ciutat gran de la costa mediterrània.; La basílica de la Sagrada Família va ser dissenyada per Antoni Gaudí.; Bon dia #Barcelona; Gos; El gos és un mamífer domèstic que viu amb les persones.
cs; Praha; Praha je hlavní a největší město České republiky na řece Vltavě.; Univerzita Karlova tam byla založena roku 1348.; Krásná #Praha dnes; Pes; Pes je domácí zvíře, které žije s lidmi.
da; København; København er Danmarks hovedstad og største by på øen Sjælland.; Her ligger Tivoli, som åbnede i 1843.; God morgen #København; Hund; Hunden er et husdyr, som lever sammen med mennesker.
de; Wien; Wien ist die Hauptstadt und die größte Stadt von Österreich an der Donau.; Die Universität der Stadt wurde 1365 gegründet.; Schöner Tag in #Wien; Hund; Der Hund ist ein Haustier, das mit Menschen zusammenlebt.
dsb; Chóśebuz; Chóśebuz jo nejwětše město Dolneje Łužyce a lažy na rěce Sprjewja.; W měsće jo Serbski muzej z wjelikimi zběrkami.; Rědny źeń #Chóśebuz; Pjas; Pjas jo domacne zwěrje, kótarež z luźimi žywe jo.
el; Αθήνα; Η Αθήνα είναι η πρωτεύουσα και η μεγαλύτερη πόλη της Ελλάδας στην Αττική.; Ο Παρθενώνας βρίσκεται στον βράχο της Ακρόπολης.; Καλημέρα #Αθήνα; Σκύλος; Ο σκύλος είναι κατοικίδιο ζώο που ζει μαζί με τους ανθρώπους.
en; London; London is the capital and largest city of England on the River Thames.; The British Museum stands in the district of Bloomsbury.; Good morning #London; Dog; The dog is a domestic animal that lives with people.
eo; Parizo; Parizo estas la ĉefurbo kaj la plej granda urbo de Francio ĉe la rivero Sejno.; La turo Eiffel staras en la urbo ekde 1889.; Bela tago en #Parizo; Hundo; La hundo estas hejma besto, kiu vivas kun homoj.
es; Madrid; Madrid es la capital y la ciudad más poblada de España junto al río Manzanares.; El Museo del Prado conserva pinturas de Velázquez.; Buenos días #Madrid; Perro; El perro es un mamífer doméstico que vive con las personas.
et; Tallinn; Tallinn on Eesti pealinn ja suurim linn Soome lahe lõunarannikul.; Vanalinn kuulub maailmapärandi nimekirja.; Tere hommikust #Tallinn; Koer; Koer on koduloom, kes elab koos inimestega.
eu; Bilbo; Bilbo Bizkaiko hiriburua eta Euskal Herriko hiririk handiena da, Nerbioi ibaiaren ertzean.; Guggenheim museoa hirian dago 1997tik.; Egun on #Bilbo; Txakur; Txakurra gizakiekin bizi den etxeko animalia da.
fa; تهران; تهران پایتخت و بزرگ‌ترین شهر ایران در دامنهٔ کوه‌های البرز است.; برج میلاد در غرب شهر قرار دارد.; سلام تهران; سگ; سگ جانوری اهلی است که با انسان زندگی می‌کند.
fi; Helsinki; Helsinki on Suomen pääkaupunki ja suurin kaupunki Suomenlahden rannalla.; Kaupungin satamasta lähtee laivoja Tukholmaan.; Kaunis päivä #Helsinki; Koira; Koira on kotieläin, joka elää ihmisten kanssa.
fo; Tórshavn; Tórshavn er høvuðsstaður Føroya og størsti býur oynna á Streymoy.; Havnin í býnum er fiskihavn og ferjulega.; Góðan morgun #Tórshavn; Hundur; Hundurin er húsdjór, sum livir saman við fólki.
fr; Paris; Paris est la capitale et la plus grande ville de France sur la Seine.; Le musée du Louvre abrite la Joconde de Léonard de Vinci.; Bonjour #Paris; Chien; Le chien est un mammifère domestique qui vit avec les humains.
ga; Baile Átha Cliath; Is í Baile Átha Cliath príomhchathair agus cathair is mó na hÉireann ar abhainn na Life.; Tá Coláiste na Tríonóide i lár na cathrach.; Maidin mhaith Baile Átha Cliath; Madra; Is ainmhí clóis é an madra a mhaireann le daoine.
gd; Dùn Èideann; Is e Dùn Èideann prìomh-bhaile na h-Alba agus cathair mhòr faisg air Linne Foirthe.; Tha Caisteal Dhùn Èideann air creag àrd.; Madainn mhath Dùn Èideann; Cù; Is e beathach dachaigh a tha anns a' chù còmhla ri daoine.
grc; Ἀθῆναι; Αἱ Ἀθῆναι πόλις μεγίστη τῆς Ἀττικῆς εἰσὶν καὶ μήτηρ τῆς φιλοσοφίας.; Ὁ Παρθενὼν ἐν τῇ ἀκροπόλει κεῖται.; χαίρετε Ἀθῆναι; Κύων; Ὁ κύων ζῷον ἥμερόν ἐστιν μετὰ τῶν ἀνθρώπων οἰκοῦν.
gu; અમદાવાદ; અમદાવાદ ગુજરાત રાજ્યનું સૌથી મોટું શહેર છે અને સાબરમતી નદીના કિનારે વસેલું છે.; શહેરમાં ગાંધીજીનો આશ્રમ આવેલો છે.; આજે અમદાવાદ ખૂબ ગરમ; કૂતરો; કૂતરો માણસો સાથે રહેતું પાલતુ પ્રાણી છે.
he; ירושלים; ירושלים היא בירת ישראל והעיר הגדולה ביותר בה בהרי יהודה.; העיר העתיקה מוקפת חומה גבוהה.; בוקר טוב ירושלים; כלב; הכלב הוא חיית בית החיה עם בני אדם.
hi; दिल्ली; दिल्ली भारत की राजधानी और यमुना नदी के किनारे बसा महानगर है।; लाल किला शहर के पुराने भाग में स्थित है।; आज दिल्ली में बारिश; कुत्ता; कुत्ता मनुष्य के साथ रहने वाला पालतू पशु है।
hr; Zagreb; Zagreb je glavni i najveći grad Hrvatske na rijeci Savi.; Sveučilište u gradu osnovano je u sedamnaestom stoljeću.; Dobro jutro #Zagreb; Pas; Pas je domaća životinja koja živi s ljudima.
hsb; Budyšin; Budyšin je stolica Hornjeje Łužicy a centrum serbskeje kultury nad Sprjewju.; W měsće steji stary hród na skale.; Rjany dźeń #Budyšin; Pos; Pos je domjace zwěrjo, kotrež z ludźimi bydli.
ht; Pòtoprens; Pòtoprens se kapital Ayiti ak pi gwo vil peyi a bò lanmè Karayib.; Palè nasyonal la te kraze nan tranblemanntè 2010.; Bonjou #Pòtoprens; Chen; Chen se yon bèt kay k ap viv ak moun.
hu; Budapest; Budapest Magyarország fővárosa és legnagyobb városa a Duna két partján.; A Lánchíd 1849 óta köti össze Budát és Pestet.; Jó reggelt #Budapest; Kutya; A kutya háziállat, amely az emberekkel él együtt.
hy; Երևան; Երևանը Հայաստանի մայրաքաղաքն ու ամենամեծ քաղաքն է Հրազդան գետի ափին։; Քաղաքի կենտրոնում գտնվում է Հանրապետության հրապարակը։; Բարի լույս Երևան; Շուն; Շունը մարդկանց հետ ապրող ընտանի կենդանի է։
id; Jakarta; Jakarta adalah ibu kota dan kota terbesar Indonesia di pesisir utara Pulau Jawa.; Monumen Nasional berdiri di pusat kota sejak 1975.; Selamat pagi #Jakarta; Anjing; Anjing adalah hewan peliharaan yang hidup bersama manusia.
is; Reykjavík; Reykjavík er höfuðborg og stærsta borg Íslands við Faxaflóa.; Hallgrímskirkja stendur á hæð í miðbænum.; Góðan daginn #Reykjavík; Hundur; Hundurinn er húsdýr sem lifir með mönnum.
it; Roma; Roma è la capitale e la città più popolosa d'Italia sul fiume Tevere.; Il Colosseo fu costruito nel primo secolo dopo Cristo.; Buongiorno #Roma; Cane; Il cane è un mammifero domestico che vive con le persone.
ja; 東京タワー; 東京タワーは東京都港区にある高さ333メートルの電波塔である。; 展望台は地上からの高さが異なる二つの階にある。; 今日は東京タワーに行った; 犬; 犬は人と共に暮らす家畜である。
kmr; Amed; Amed bajarekî mezin ê Kurdistanê ye û li ser çemê Dîcleyê ye.; Sûrên bajêr ji kevirên reş in.; Roj baş #Amed; Kûçik; Kûçik ajalekî malê ye ku bi mirovan re dijî.
kn; ಬೆಂಗಳೂರು; ಬೆಂಗಳೂರು ಕರ್ನಾಟಕ ರಾಜ್ಯದ ರಾಜಧಾನಿ ಮತ್ತು ಭಾರತದ ದೊಡ್ಡ ನಗರಗಳಲ್ಲಿ ಒಂದು.; ನಗರದಲ್ಲಿ ಅನೇಕ ಉದ್ಯಾನಗಳು ಇವೆ.; ಇಂದು ಬೆಂಗಳೂರು ಮಳೆ; ನಾಯಿ; ನಾಯಿ ಮನುಷ್ಯರೊಂದಿಗೆ ವಾಸಿಸುವ ಸಾಕು ಪ್ರಾಣಿ ಆಗಿದೆ.
ko; 서울; 서울은 대한민국의 수도이자 한강 유역에 있는 가장 큰 도시이다.; 경복궁은 조선 시대의 궁궐이다.; 오늘 서울 날씨; 개; 개는 사람과 함께 사는 가축이다.
ky; Бишкек; Бишкек — Кыргызстандын борбору жана эң чоң шаары, Чүй өрөөнүндө жайгашкан.; Шаарда көптөгөн университеттер бар.; Салам #Бишкек; Ит; Ит адамдар менен жашаган үй жаныбары болуп саналат.
la; Roma; Roma caput Italiae est et urbs maxima iuxta flumen Tiberim sita.; Colosseum saeculo primo aedificatum est.; Salve #Roma; Canis; Canis animal domesticum est quod cum hominibus vivit.
lb; Lëtzebuerg; Lëtzebuerg ass d'Haaptstad an déi gréisst Stad vum Groussherzogtum un der Uelzecht.; Den Dom steet am Zentrum vun der Stad.; Moien #Lëtzebuerg; Hond; Den Hond ass en Hausdéier, dat mat de Mënsche lieft.
lg; Kampala; Kampala kye kibuga ekikulu ekya Uganda era kisangibwa okumpi n'ennyanja Nalubaale.; Ekibuga kino kirina amatendekero mangi amakulu.; Wasuze otya #Kampala; Embwa; Embwa nsolo ya waka ebeera n'abantu mu maka gaabwe.
lij; Zêna; Zêna a l'é a çitæ ciù grande da Liguria e o porto ciù importante d'Italia.; A Lanterna a l'é o faro da çitæ.; Bon giorno #Zêna; Can; O can o l'é 'na bestia domestega ch'a vive co-i òmmi.
lt; Vilnius; Vilnius yra Lietuvos sostinė ir didžiausias šalies miestas prie Neries upės.; Senamiestis įtrauktas į pasaulio paveldo sąrašą.; Labas rytas #Vilnius; Šuo; Šuo yra naminis gyvūnas, kuris gyvena su žmonėmis.
lv; Rīga; Rīga ir Latvijas galvaspilsēta un lielākā pilsēta Daugavas krastos.; Vecrīga iekļauta pasaules mantojuma sarakstā.; Labrīt #Rīga; Suns; Suns ir mājdzīvnieks, kas dzīvo kopā ar cilvēkiem.
mk; Скопје; Скопје е главен и најголем град на Македонија на реката Вардар.; Камениот мост ги поврзува двата дела на градот.; Добро утро #Скопје; Куче; Кучето е домашно животно што живее со луѓето.
ml; തിരുവനന്തപുരം; തിരുവനന്തപുരം കേരളത്തിന്റെ തലസ്ഥാനവും അറബിക്കടലിന്റെ തീരത്തുള്ള വലിയ നഗരവുമാണ്.; നഗരത്തിൽ പ്രശസ്തമായ ഒരു ക്ഷേത്രം ഉണ്ട്.; ഇന്ന് തിരുവനന്തപുരം മഴ; നായ; നായ മനുഷ്യരോടൊപ്പം ജീവിക്കുന്ന വളർത്തുമൃഗമാണ്.
mr; मुंबई; मुंबई ही महाराष्ट्र राज्याची राजधानी आणि भारतातील सर्वात मोठे शहर आहे.; शहराच्या दक्षिणेला गेटवे ऑफ इंडिया उभे आहे.; आज मुंबई मध्ये पाऊस; कुत्रा; कुत्रा हा माणसांसोबत राहणारा पाळीव प्राणी आहे.
ms; Kuala Lumpur; Kuala Lumpur ialah ibu negara dan bandar raya terbesar Malaysia di Lembah Klang.; Menara Berkembar Petronas siap dibina pada tahun 1998.; Selamat pagi Kuala Lumpur; Anjing; Anjing ialah haiwan peliharaan yang hidup bersama manusia.
nb; Oslo; Oslo er Norges hovedstad og største by innerst i Oslofjorden.; Slottet ligger i enden av Karl Johans gate.; God morgen #Oslo; Hund; Hunden er et husdyr som lever sammen med mennesker.
ne; काठमाडौँ; काठमाडौँ नेपालको राजधानी र बागमती नदीको किनारमा बसेको सबैभन्दा ठूलो सहर हो।; सहरमा पशुपतिनाथको मन्दिर छ।; आज काठमाडौँ मा पानी; कुकुर; कुकुर मानिससँग बस्ने घरपालुवा जनावर हो।
nl; Amsterdam; Amsterdam is de hoofdstad en de grootste stad van Nederland aan de Amstel.; 's Winters vriezen de grachten soms dicht.; Goedemorgen #Amsterdam; Hond; De hond is een huisdier dat met mensen leeft.
nn; Bergen; Bergen er den nest største byen i Noreg og ligg ved kysten av Vestlandet.; Bryggen er ein del av verdsarven.; God morgon #Bergen; Hund; Hunden er eit husdyr som lever saman med menneske.
pl; Warszawa; Warszawa jest stolicą i największym miastem Polski nad środkową Wisłą.; Zamek Królewski odbudowano po drugiej wojnie światowej.; Dzień dobry #Warszawa; Pies; Pies jest zwierzęciem domowym, które żyje z ludźmi.
pt; Lisboa; Lisboa é a capital e a maior cidade de Portugal na foz do rio Tejo.; A Torre de Belém foi construída no século XVI.; Bom dia #Lisboa; Cão; O cão é um mamífero doméstico que vive com as pessoas.
ro; București; București este capitala și cel mai mare oraș al României pe râul Dâmbovița.; Palatul Parlamentului domină centrul orașului.; Bună dimineața #București; Câine; Câinele este un animal domestic care trăiește cu oamenii.
ru; Москва; Москва является столицей и крупнейшим городом России на одноимённой реке.; Кремль стоит на Боровицком холме.; Доброе утро #Москва; Собака; Собака — домашнее животное, которое живёт с людьми.
sa; वाराणसी; वाराणसी गङ्गायाः तीरे स्थितं भारतस्य प्राचीनं नगरं विद्यायाः केन्द्रं च अस्ति।; नगरे विश्वनाथस्य मन्दिरं विद्यते।; अद्य वाराणसी गच्छामि; कुक्कुरः; कुक्कुरः मनुष्यैः सह वसन् गृह्यः पशुः अस्ति।
si; කොළඹ; කොළඹ ශ්‍රී ලංකාවේ විශාලතම නගරය සහ බටහිර වෙරළේ පිහිටි වරාය නගරයකි.; නගරයේ ජාතික කෞතුකාගාරය පිහිටා ඇත.; අද කොළඹ වැස්ස; බල්ලා; බල්ලා මිනිසුන් සමඟ ජීවත් වන ගෘහාශ්‍රිත සතෙකි.
sk; Bratislava; Bratislava je hlavné a najväčšie mesto Slovenska na rieke Dunaj.; Hrad stojí na skalnatom kopci nad mestom.; Dobré ráno #Bratislava; Pes; Pes je domáce zviera, ktoré žije s ľuďmi.
sl; Ljubljana; Ljubljana je glavno in največje mesto Slovenije ob reki Ljubljanici.; Zmajski most je bil zgrajen leta 1901.; Dobro jutro #Ljubljana; Pes; Pes je domača žival, ki živi z ljudmi.
sq; Tirana; Tirana është kryeqyteti dhe qyteti më i madh i Shqipërisë rrëzë malit Dajt.; Sheshi Skënderbej ndodhet në qendër të qytetit.; Mirëmëngjes #Tirana; Qeni; Qeni është kafshë shtëpiake që jeton me njerëzit.
sr; Београд; Београд је главни и највећи град Србије на ушћу Саве у Дунав.; Калемегданска тврђава чува стари део града.; Добро јутро #Београд; Пас; Пас је домаћа животиња која живи са људима.
st; Maseru; Maseru ke motse-moholo wa Lesotho mme ke toropo e kgolo haufi le noka ya Mohokare.; Toropong ena ho na le yunivesithi le dikereke tse ngata.; Dumelang #Maseru; Ntja; Ntja ke phoofolo ya lapeng e phelang le batho.
sv; Stockholm; Stockholm är Sveriges huvudstad och största stad vid Mälarens utlopp i Östersjön.; Gamla stan ligger på en ö mitt i staden.; God morgon #Stockholm; Hund; Hunden är ett husdjur som lever tillsammans med människor.
ta; சென்னை; சென்னை தமிழ்நாட்டின் தலைநகரமும் வங்காள விரிகுடாவின் கரையில் உள்ள பெரிய நகரமும் ஆகும்.; நகரில் மெரினா கடற்கரை அமைந்துள்ளது.; இன்று சென்னை மழை; நாய்; நாய் மனிதர்களுடன் வாழும் வீட்டு விலங்கு ஆகும்.
te; హైదరాబాదు; హైదరాబాదు తెలంగాణ రాష్ట్ర రాజధాని మరియు మూసీ నది ఒడ్డున ఉన్న పెద్ద నగరం.; నగరంలో చార్మినార్ కట్టడం ఉంది.; ఈరోజు హైదరాబాదు వర్షం; కుక్క; కుక్క మనుషులతో కలిసి జీవించే పెంపుడు జంతువు.
ti; ኣስመራ; ኣስመራ ርእሰ ከተማ ኤርትራ ኮይና ዓባይን ጽብቕትን ከተማ ሃገር እያ።; ኣብታ ከተማ ብዙሓት ሙዚየማት ኣለዉ።; ሎሚ ኣስመራ ኣትየ; ከልቢ; ከልቢ ምስ ሰብ ዝነብር እንስሳ ዘቤት እዩ።
tl; Maynila; Maynila ang kabisera ng Pilipinas at isang malaking lungsod sa look ng Luzon.; Ang Intramuros ay matandang bahagi ng lungsod.; Magandang umaga #Maynila; Aso; Ang aso ay hayop na alaga na nabubuhay kasama ng tao.
tn; Gaborone; Gaborone ke motsemogolo wa Botswana e bile ke toropo e tona gaufi le noka ya Notwane.; Yunibesiti ya Botswana e mo toropong e.; Dumelang #Gaborone; Ntša; Ntša ke phologolo ya mo gae e e nnang le batho.
tr; Ankara; Ankara, Türkiye'nin başkenti ve İç Anadolu Bölgesi'nin en kalabalık şehridir.; Anıtkabir şehrin merkezindeki bir tepede yer alır.; Günaydın #Ankara; Köpek; Köpek, insanlarla birlikte yaşayan evcil bir hayvandır.
tt; Казан; Казан — Татарстан Республикасының башкаласы һәм Идел елгасы буендагы зур шәһәр.; Казан Кирмәне шәһәр үзәгендә урнашкан.; Исәнмесез #Казан; Эт; Эт — кешеләр белән яшәүче йорт хайваны.
uk; Київ; Київ є столицею та найбільшим містом України на берегах Дніпра.; Софійський собор збудували в одинадцятому столітті.; Доброго ранку #Київ; Собака; Собака є свійською твариною, яка живе з людьми.
ur; لاہور; لاہور پاکستان کے صوبہ پنجاب کا دارالحکومت اور دریائے راوی کے کنارے آباد بڑا شہر ہے۔; بادشاہی مسجد شہر کے شمال میں واقع ہے۔; لاہور پنجاب میں بارش; کتا; کتا انسانوں کے ساتھ رہنے والا پالتو جانور ہے۔
vi; Hà Nội; Hà Nội là thủ đô của Việt Nam và thành phố lớn bên bờ sông Hồng.; Hồ Hoàn Kiếm nằm ở trung tâm thành phố.; Chào buổi sáng Hà Nội; Chó; Chó là loài vật nuôi sống cùng với con người.
xx; Brest; Brest a zo ur gêr vras e Breizh hag ur porzh-mor e kornôg Penn-ar-Bed.; Ar c'hastell a zo e kreiz-kêr.; Demat #Brest; Ki; Ar c'hi a zo ul loen doñv hag a vev gant an dud.
yi; ווילנע; ווילנע איז די הויפּטשטאָט פֿון ליטע און אַ גרויסע שטאָט ביים טײַך וויליע.; אין שטאָט איז געווען אַ באַרימטע ביבליאָטעק.; גוט מאָרגן ווילנע; הונט; אַ הונט איז אַ שטובחיה וואָס לעבט מיט מענטשן.
yo; Ìbàdàn; Ìbàdàn jẹ́ olú-ìlú Ìpínlẹ̀ Ọ̀yọ́ àti ìlú ńlá kan ní gúúsù ìwọ̀-oòrùn Nàìjíríà.; Yunifásítì àkọ́kọ́ wà ní ìlú náà.; Ẹ káàárọ̀ Ìbàdàn; Ajá; Ajá jẹ́ ẹran ilé tí ó ń gbé pẹ̀lú àwọn ènìyàn.
zh; 北京大学; 北京大学是中国的一所综合性大学，成立于1898年。; 校园位于海淀区的西北部。; 我在北京大学; 狗; 狗是与人类一起生活的家畜。
"""  # noqa: E501

SAMPLES = {
    code: Sample(title, (first, second), tweet, other_title, other_text)
    for line in _LINES.strip().splitlines()
    for code, title, first, second, tweet, other_title, other_text in [line.split("; ")]
}
